/** Runs our own short-lived tools (an interpreter asked for its version, pip) and gives back what they said. */

import { spawn } from 'node:child_process';

export interface Finished {
  /** Exit code; null when the program could not be started or was ended by a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  timeoutMs?: number;
  /** Each whole line of standard output as it comes. */
  onLine?: (line: string) => void;
  /** Ends the program when aborted. */
  signal?: AbortSignal;
}

export type Run = (command: string, args: readonly string[], options?: RunOptions) => Promise<Finished>;

/** Never rejects: a program that can't be started has code null and the reason on stderr. */
export const run: Run = (command, args, options = {}) => new Promise(resolve => {
  const { timeoutMs, onLine, signal } = options;
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs, signal });
  let stdout = '';
  let stderr = '';
  let partial = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const lines = (partial + text).split('\n');
    partial = lines.pop() ?? '';
    lines.forEach(line => onLine?.(line));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
  child.on('error', error => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }));
  child.on('close', code => resolve({ code, stdout, stderr }));
});
