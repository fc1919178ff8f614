import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { AssayError } from '@assay/schema';
import { defineSandbox, type Sandbox, type StartOptions } from '../../contracts/sandbox.ts';
import { findProgram } from '../processes/find-program.ts';
import { createOwnPath } from '../processes/own-folder.ts';
import { getOwner } from '../processes/owner.ts';
import { registerForCleanup } from '../processes/reaper.ts';
import { type ProcessResult, runProcess } from '../processes/run-process.ts';
import { signalProcess } from '../processes/signals.ts';
import { HOME, WORKSPACE } from './bwrap-arguments.ts';
import { buildDockerArguments, OWNER_LABEL, SESSION_LABEL } from './docker-arguments.ts';
import { RELAY_PORT } from './relay-program.ts';
import { createSession, type Plan } from './session.ts';
import { openSystemFiles } from './system-files.ts';

const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const ENGINE_PATIENCE_MS = 60_000;
/** The client's exit code if the engine refused. A program can exit with it too, but only in a container. */
const REFUSED_CODE = 125;
let opened = 0;

interface DockerOptions {
  readonly image?: string | undefined;
}

/**
 * Containers of a Docker engine, one per program. The image provides the tools; with a gateway it must also
 * have `node` and `/bin/sh` for the relay. Resource use is unknown: the engine reports it only while a
 * container runs.
 */
export function createDocker({ image }: DockerOptions): Sandbox {
  return defineSandbox({
    id: 'docker',
    title: 'Docker',
    isolated: true,

    async findObstacle() {
      const { exit_code, stderr, reason } = await askEngine(['version', '--format', '{{.Server.Version}}']);
      if (exit_code !== 0)
        return `the Docker engine does not answer (${reason ?? stderr.trim()}); install Docker and start its engine`;
      if (image === undefined) return 'no image is set; set `sandbox.image` to one with the tools that the tasks need';
      return undefined;
    },

    async open(options) {
      if (image === undefined) throw new AssayError('sandbox_unavailable', 'no image is set; set `sandbox.image`');
      const labels = { [OWNER_LABEL]: getOwner(), [SESSION_LABEL]: `${getOwner()}.${++opened}` };
      registerForCleanup('label', `${OWNER_LABEL}=${getOwner()}`);
      const client = await getClient();
      const path = await findImagePath(image);
      let started = 0;

      const plan = (start: StartOptions): Plan => {
        const name = `${labels[SESSION_LABEL]}.${++started}`;
        const proof = createOwnPath();
        const run = { image, name, labels, user: findUser(), proof, relay: openSystemFiles().relay, path };
        return {
          command: [client, ...buildDockerArguments(start, { options, run })],
          cwd: '/',
          env: clientEnvironment(),
          signalTree: (pid, signal) => {
            if (signal === 'SIGKILL') void askEngine(['kill', name]);
            signalProcess(pid, signal);
          },
          settle: async (end) => {
            // the client may exit before its container ends
            await askEngine(['rm', '--force', name]);
            const made = existsSync(proof);
            await rm(proof, { force: true });
            if (end.exit_code !== REFUSED_CODE || made) return end;
            return { ...end, exit_code: null, ended_by: 'start', reason: 'the engine refused to create the container' };
          },
        };
      };
      const gateway_url = options.gateway === null ? null : `http://127.0.0.1:${RELAY_PORT}`;
      return createSession({
        options,
        inside: { workspace: WORKSPACE, home: HOME, gateway_url, path },
        cgroup: undefined,
        plan,
        // a container ends with its first program, so it leaves no orphans
        listOrphans: () => [],
        sweep: () => removeContainers(`${SESSION_LABEL}=${labels[SESSION_LABEL]}`),
      });
    },
  });
}

async function removeContainers(label: string): Promise<void> {
  const { stdout } = await askEngine(['ps', '--all', '--quiet', '--filter', `label=${label}`]);
  const ids = stdout.split('\n').filter(Boolean);
  if (ids.length > 0) await askEngine(['rm', '--force', ...ids]);
}

// images define where their tools are
async function findImagePath(image: string): Promise<string> {
  const { stdout } = await askEngine([
    'image',
    'inspect',
    '--format',
    '{{range .Config.Env}}{{println .}}{{end}}',
    image,
  ]);
  return /^PATH=(.+)$/m.exec(stdout)?.[1] ?? USUAL_PATH;
}

async function askEngine(command: readonly string[]): Promise<ProcessResult> {
  const client = (await findProgram('docker', USUAL_PATH))?.path ?? 'docker';
  return runProcess({
    command: [client, ...command],
    cwd: '/',
    env: clientEnvironment(),
    timeout_ms: ENGINE_PATIENCE_MS,
  });
}

async function getClient(): Promise<string> {
  const found = await findProgram('docker', USUAL_PATH);
  if (found === undefined) throw new AssayError('sandbox_unavailable', `docker was not found on ${USUAL_PATH}`);
  return found.path;
}

function clientEnvironment(): Record<string, string> {
  return { HOME: homedir(), PATH: USUAL_PATH };
}

// workspace files must belong to the user of the harness
function findUser(): string {
  return `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
}
