import { realpathSync } from 'node:fs';
import { AssayError } from '@assay/schema';
import { at, isObject, list, text } from '@assay/schema/json';
import { engineEnvironment } from '../processes/engine-environment.ts';
import { getOwner } from '../processes/owner.ts';
import { findNodeFolder } from '../processes/toolchains.ts';
import { askEngine, findEngineObstacle, OWNER_LABEL, openEngine, tellEngine } from './engine.ts';

/** An image that the engine has. */
export interface ContainerImage {
  readonly id: string;
  readonly path: string;
  /** Null if it has none but the root. */
  readonly workdir: string | null;
  /** `uid:gid` and home of its user. */
  readonly user: string;
  readonly home: string;
}

const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** By engine, name and user: the same name is another image on another engine. */
const inspected = new Map<string, Promise<ContainerImage>>();

export interface InspectOptions {
  readonly user?: string | undefined;
  /** Whether an image that the engine does not have is pulled; default: true. */
  readonly pull?: boolean;
  /** Whether to ask the engine again, because the name may mean another image by now. */
  readonly fresh?: boolean;
}

/** Describes an image. */
export function inspectImage(name: string, options: InspectOptions = {}): Promise<ContainerImage> {
  const key = [engineEnvironment()['DOCKER_HOST'], name, options.user].join('\0');
  const known = inspected.get(key);
  if (known !== undefined && options.fresh !== true) return known;
  const found = inspect(name, options);
  inspected.set(key, found);
  // it may be built or pulled later
  found.catch(() => inspected.delete(key));
  return found;
}

async function inspect(name: string, { user: wanted, pull: may_pull = true }: InspectOptions): Promise<ContainerImage> {
  // a name that begins with a dash would be an option
  if (/^-|[\0\s]/.test(name))
    throw new AssayError('invalid_config', `${JSON.stringify(name)} is not the name of an image`);
  if ((await askEngine(['image', 'inspect', name])).exit_code !== 0) {
    if (!may_pull)
      throw new AssayError('sandbox_unavailable', `the image ${name} is not here, and images may not be pulled`);
    await pull(name);
  }
  const [found] = list(JSON.parse(await tellEngine(['image', 'inspect', name])));
  const config = at(found, 'Config');
  const variables = list(at(config, 'Env')).flatMap((entry) => text(entry) ?? []);
  const workdir = text(at(config, 'WorkingDir')) ?? '';
  const id = text(at(found, 'Id'));
  if (id === undefined || !isObject(found)) throw new AssayError('sandbox_unavailable', `${name} cannot be inspected`);
  const user = wanted ?? (text(at(config, 'User')) || undefined);
  return {
    id,
    path: variables.find((entry) => entry.startsWith('PATH='))?.slice('PATH='.length) || USUAL_PATH,
    workdir: workdir === '' || workdir === '/' ? null : workdir,
    ...(await findUser(id, user)),
  };
}

async function pull(name: string): Promise<void> {
  const { exit_code, stderr, reason } = await askEngine(['pull', '--quiet', name], { timeout_ms: 1_800_000 });
  if (exit_code !== 0)
    throw new AssayError(
      'sandbox_unavailable',
      `the image ${name} is not here and cannot be pulled: ${reason ?? stderr.trim()}`,
    );
}

// the image may name none; then the owner of the files of this process
async function findUser(id: string, user: string | undefined): Promise<Pick<ContainerImage, 'user' | 'home'>> {
  const chosen = user ?? (await openEngine()).user;
  const script = 'echo "$(id -u):$(id -g) $HOME"';
  const { exit_code, stdout, stderr } = await runOnce(['--user', chosen, id, '/bin/sh', '-c', script]);
  const [, ids, home] = /^(\d+:\d+) (\/.*)$/m.exec(stdout) ?? [];
  if (exit_code === 0 && ids !== undefined && home !== undefined) return { user: ids, home };
  if (/no such file|not found/i.test(stderr) && /\/bin\/sh/.test(stderr))
    throw new AssayError('sandbox_unavailable', 'the image has no /bin/sh, which is needed to start programs in it');
  throw new AssayError('sandbox_unavailable', `no program of the image starts as ${chosen}: ${stderr.trim()}`);
}

const runOnce = (command: readonly string[]) =>
  askEngine([
    ...['run', '--rm', '--label', `${OWNER_LABEL}=${getOwner()}`, '--network', 'none'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--entrypoint', ''],
    ...command,
  ]);

/** The names of all images that the engine has; null without an engine. */
export async function listImages(): Promise<string[] | null> {
  if ((await findEngineObstacle()) !== undefined) return null;
  const printed = await tellEngine(['images', '--format', '{{.Repository}}:{{.Tag}}']);
  return printed.split('\n').filter((name) => name !== '' && !name.includes('<none>'));
}

const probed = new Map<string, Promise<boolean>>();

/** Whether the node that runs this process runs in the image too: it needs the same C library. */
export function runsOurNode({ id }: Pick<ContainerImage, 'id'>): Promise<boolean> {
  const folder = findNodeFolder();
  const known = probed.get(id);
  if (known !== undefined) return known;
  const probe = runOnce(['--volume', `${folder}:${folder}:ro`, id, realpathSync(process.execPath), '--version']).then(
    ({ exit_code, stdout }) => exit_code === 0 && stdout.trim() === process.version,
  );
  probed.set(id, probe);
  return probe;
}
