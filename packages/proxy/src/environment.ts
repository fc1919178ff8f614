import { homedir } from 'node:os';

/** The home folder, where logs and client configurations are. */
export const homeFolder = (): string => process.env['HOME'] ?? homedir();

/** One environment variable of the proxy. */
export const readVariable = (name: string): string | undefined => process.env[name];

/** The environment the MCP server is started with: everything but the secrets meant for the proxy. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { ASSAY_API_KEY: _key, ASSAY_PROXY_HEADERS: _headers, ...rest } = process.env;
  return rest;
}
