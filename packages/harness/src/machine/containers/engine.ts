import { AssayError } from '@assay/schema';
import { engineEnvironment } from '../processes/engine-environment.ts';
import { findProgram } from '../processes/find-program.ts';
import { getOwner, isAbandoned } from '../processes/owner.ts';
import { notStarted } from '../processes/process.ts';
import { registerForCleanup } from '../processes/reaper.ts';
import { type ProcessResult, runProcess } from '../processes/run-process.ts';

/** Labels of everything that belongs to one process, of one session, and of built images. */
export const OWNER_LABEL = 'assay.owner';
export const SESSION_LABEL = 'assay.session';
export const IMAGE_LABEL = 'assay.image';

const PATIENCE_MS = 120_000;

/** A container engine as found on this machine. */
export interface Engine {
  readonly client: string;
  /** `uid:gid` in a container that owns the files of this process. */
  readonly user: string;
  /** Whether this process can give files to any user of a container. */
  readonly may_chown: boolean;
}

/** By `DOCKER_HOST`. */
const engines = new Map<string | undefined, Promise<Engine>>();

/** The engine that `DOCKER_HOST`, the context and `PATH` choose. Removes what killed processes left in it. */
export function openEngine(): Promise<Engine> {
  const host = engineEnvironment()['DOCKER_HOST'];
  const engine = engines.get(host) ?? findEngine();
  engines.set(host, engine);
  engine.catch(() => engines.delete(host));
  return engine;
}

/** Why no engine can be used here; undefined if one can. */
export const findEngineObstacle = (): Promise<string | undefined> =>
  openEngine().then(
    () => undefined,
    (error: Error) => error.message,
  );

async function findEngine(): Promise<Engine> {
  const client = (await findProgram('docker', engineEnvironment()['PATH'] ?? ''))?.path;
  if (client === undefined) throw unavailable('docker is not on PATH; install Docker');
  const { exit_code, stdout, stderr, reason } = await ask(client, ['info', '--format', '{{json .SecurityOptions}}']);
  if (exit_code !== 0)
    throw unavailable(
      `the Docker engine does not answer (${reason ?? lastLine(stderr)}); start it, or set DOCKER_HOST`,
    );
  const where = await ask(client, ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}']);
  const host = engineEnvironment()['DOCKER_HOST'] ?? where.stdout.trim();
  if (/^(ssh|tcp):\/\/(?!(localhost|127\.0\.0\.1)\b)/.test(host))
    throw unavailable(`the Docker engine is on another machine (${host}), which cannot see the files of a run`);
  registerForCleanup('label', `${OWNER_LABEL}=${getOwner()}`);
  const engine = { client, ...describeUsers(stdout.includes('rootless')) };
  await removeAbandoned(client);
  return engine;
}

// in a rootless engine, root of a container is the user of the engine
function describeUsers(rootless: boolean): Pick<Engine, 'user' | 'may_chown'> {
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  return { user: rootless ? '0:0' : `${uid}:${gid}`, may_chown: !rootless && uid === 0 };
}

/** Runs the client. Never throws. */
async function ask(
  client: string,
  command: readonly string[],
  more: { timeout_ms?: number; signal?: AbortSignal } = {},
): Promise<ProcessResult> {
  const env = engineEnvironment();
  return await runProcess({ command: [client, ...command], cwd: '/', env, timeout_ms: PATIENCE_MS, ...more });
}

/** Asks the engine. Never throws: see the exit code, also if there is no engine any more. */
export const askEngine = (
  ...[command, more]: [readonly string[], Parameters<typeof ask>[2]?]
): Promise<ProcessResult> =>
  openEngine().then(
    ({ client }) => ask(client, command, more),
    async ({ message }: Error) => ({ ...(await notStarted('start', message).done), stdout: '', stderr: message }),
  );

/** Asks the engine and returns what it printed, or throws what it complained about. */
export async function tellEngine(...asked: Parameters<typeof askEngine>): Promise<string> {
  const { exit_code, stdout, stderr, reason } = await askEngine(...asked);
  if (exit_code === 0) return stdout.trim();
  throw unavailable(`docker ${asked[0][0]}: ${reason ?? lastLine(stderr)}`);
}

// containers of a harness that was killed together with its reaper
async function removeAbandoned(client: string): Promise<void> {
  const format = `{{.Label "${OWNER_LABEL}"}}`;
  const { stdout } = await ask(client, ['ps', '--all', '--filter', `label=${OWNER_LABEL}`, '--format', format]);
  for (const owner of new Set(stdout.split('\n').filter(isAbandoned))) {
    const { stdout: ids } = await ask(client, ['ps', '-aq', '--filter', `label=${OWNER_LABEL}=${owner}`]);
    await ask(client, ['rm', '--force', '--volumes', ...ids.split('\n').filter(Boolean)]);
  }
}

const unavailable = (message: string): AssayError => new AssayError('sandbox_unavailable', message);

/** The last line that says something; the client ends with a hint at its help. */
export const lastLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !/^(See|Run) 'docker/.test(line)) ?? '';
