/** Where the choice of a language model is written: where it is defined, since that is what counts. Knows no editor. */

export interface ModelChoice {
  baseUrl: string;
  model: string;
}

/** What the editor says of a setting, as far as it is used. */
export interface Inspected {
  workspaceValue?: unknown;
}

export interface Write {
  name: 'llm.baseUrl' | 'llm.model';
  /** Undefined takes the setting out. */
  value: string | undefined;
}

/**
 * Whether the workspace has a choice of its own, which wins over the user's; then both parts are written there, the empty ones too,
 * since the user's would show through.
 */
export function isWorkspaces(...settings: (Inspected | undefined)[]): boolean {
  return settings.some(each => each?.workspaceValue !== undefined);
}

/** What is written, in order: without a model nobody is asked, so that no question goes to the new place in the name of the old one. */
export function writes({ baseUrl, model }: ModelChoice, inWorkspace: boolean): Write[] {
  const value = (text: string): string | undefined => (inWorkspace ? text : text || undefined);
  const all: Write[] = [{ name: 'llm.model', value: value('') }, { name: 'llm.baseUrl', value: value(baseUrl) }];
  return model ? [...all, { name: 'llm.model', value: model }] : all;
}
