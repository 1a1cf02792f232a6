/** How a key belongs to its endpoint. Knows no editor. */

import type { Settings } from '../settings';

/** The name under which the key of an endpoint is kept; "" is OpenAI's own. */
export function secretName(baseUrl: string): string {
  return `slowpath.llm.key ${normal(baseUrl)}`;
}

/**
 * The server takes a key for the endpoint that the same environment names, so both are set together; without a key what the
 * environment has of its own stays as it is.
 */
export function keyEnvironment(baseUrl: string, key: string | undefined): Record<string, string> {
  return key ? { OPENAI_API_KEY: key, OPENAI_BASE_URL: normal(baseUrl) } : {};
}

/** Whether searches ask the endpoint whose key is kept under `name`. */
export function isInForce(name: string, { modelBaseUrl, modelName, modelEnabled }: Settings): boolean {
  return modelName !== '' && modelEnabled && name === secretName(modelBaseUrl);
}

function normal(baseUrl: string): string {
  return baseUrl.trim().replace(/\/+$/, '');
}
