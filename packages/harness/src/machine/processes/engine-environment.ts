import { homedir } from 'node:os';

const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** What decides which engine the client talks to, and how. */
const PASSED = [
  ...['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH'],
  ...['DOCKER_BUILDKIT', 'XDG_RUNTIME_DIR', 'SSH_AUTH_SOCK'],
];

/** The environment of the container client: nothing of the operator's but the choice of the engine. */
export function engineEnvironment(): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return { HOME: homedir(), PATH: process.env['PATH'] || USUAL_PATH, ...Object.fromEntries(passed) };
}
