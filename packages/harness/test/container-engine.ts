import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox } from '../src/contracts/sandbox.ts';

/* A Docker engine for tests, with images made of the programs of this machine: nothing is pulled. */

const PROGRAMS = ['dockerd', 'runc', 'containerd', 'docker-init'];
const FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/usr/local/bin', '/usr/local/sbin', '/usr/libexec/docker'];

/** Why no engine can be started for tests; undefined if one can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'starting a container engine requires root on Linux';
  const missing = PROGRAMS.filter((name) => !FOLDERS.some((folder) => existsSync(join(folder, name))));
  return missing.length === 0 ? undefined : `${missing.join(', ')} not installed: install docker.io and runc`;
}

/** A running engine, at which `DOCKER_HOST` points. Disposing ends it and removes everything in it. */
export interface TestEngine extends AsyncDisposable {
  /** Runs the client. */
  docker(...args: string[]): string;
}

/** Shell, core utilities, grep and sed, as an image of a few megabytes. */
export const SMALL_IMAGE = 'assay-test-small';

const TRIES = 3;

export async function startEngine(tries = 1): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-engine-'));
  const socket = `unix://${folder}/d.sock`;
  const child = spawn(
    'dockerd',
    [
      ...['--data-root', `${folder}/data`, '--exec-root', `${folder}/exec`, '--host', socket],
      ...['--pidfile', `${folder}/pid`, '--iptables=false', '--ip6tables=false', '--bridge=none'],
      ...['--storage-driver=vfs', '--exec-opt', 'native.cgroupdriver=cgroupfs'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } },
  );
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const env = { PATH: process.env['PATH'], HOME: folder, DOCKER_HOST: socket };
  const docker = (...args: string[]): string => execFileSync('docker', args, { env, encoding: 'utf8', stdio: 'pipe' });
  for (let tries = 0; !answers(docker); tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`the engine did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const before = process.env['DOCKER_HOST'];
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  process.env['DOCKER_HOST'] = socket;
  importImage({ docker, folder });
  // an engine that has just started may hang at its first container
  const well = spawnSync('docker', ['run', '--rm', '--network', 'none', SMALL_IMAGE, '/usr/bin/true'], {
    ...{ env, encoding: 'utf8', timeout: 60_000 },
  });
  if (well.status !== 0 && tries < TRIES) {
    await stack.disposeAsync();
    return startEngine(tries + 1);
  }
  if (well.status !== 0) throw new Error(`the engine runs no container: ${well.stderr}${log}`);
  const owned = stack.move();
  return { docker, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function answers(docker: TestEngine['docker']): boolean {
  try {
    docker('version');
    return true;
  } catch {
    return false;
  }
}

const SMALL = [
  ...[
    'sh',
    'bash',
    'cat',
    'ls',
    'mkdir',
    'rm',
    'cp',
    'mv',
    'echo',
    'printf',
    'test',
    'chmod',
    'chown',
    'id',
    'env',
    'pwd',
  ],
  ...[
    'grep',
    'sed',
    'head',
    'tail',
    'wc',
    'sort',
    'uniq',
    'tr',
    'cut',
    'touch',
    'sleep',
    'true',
    'false',
    'date',
    'find',
  ],
  ...[
    'dirname',
    'basename',
    'tee',
    'diff',
    'cmp',
    'seq',
    'expr',
    'stat',
    'ln',
    'readlink',
    'sha256sum',
    'kill',
    'whoami',
    'timeout',
    'mktemp',
  ],
];

function importImage({ docker, folder }: { docker: TestEngine['docker']; folder: string }): void {
  const root = join(folder, 'root');
  for (const path of ['usr/bin', 'usr/lib', 'usr/lib64', 'usr/sbin', 'etc', 'tmp', 'root', 'run', 'proc', 'sys', 'dev'])
    mkdirSync(join(root, path), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const path of ['bin', 'lib', 'lib64', 'sbin']) symlinkSync(`usr/${path}`, join(root, path));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nworker:x:1234:1234::/home/worker:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nworker:x:1234:\n');
  for (const program of SMALL) copyProgram(`/usr/bin/${program}`, root);
  // the node of this process is mounted, and needs these
  for (const library of listLibraries(process.execPath)) copyInto(root, library);
  const archive = join(folder, 'root.tar');
  execFileSync('tar', ['-C', root, '-cf', archive, '.']);
  docker('import', archive, SMALL_IMAGE);
}

/** Copies a program of this machine, with the libraries it needs, into the root folder of an image. */
export function copyProgram(program: string, root: string): void {
  if (existsSync(program)) for (const file of [program, ...listLibraries(program)]) copyInto(root, file);
}

const listLibraries = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? '');

function copyInto(root: string, file: string): void {
  const target = join(root, file.startsWith('/usr') ? file : `/usr${file}`);
  mkdirSync(dirname(target), { recursive: true });
  if (!existsSync(target)) copyFileSync(file, target);
}

// not /usr/sbin, where the engine puts its init
const MACHINE = ['/usr/bin', '/usr/lib', '/usr/share', '/usr/local', '/etc/alternatives'].filter((path) =>
  existsSync(path),
);

/** A sandbox whose containers have the programs of this machine, read-only. */
export const withMachine = (sandbox: Sandbox): Sandbox => ({
  ...sandbox,
  open: (options) => sandbox.open({ ...options, readable: [...options.readable, ...MACHINE] }),
});

/** The image for `withMachine`. */
export const MACHINE_CHOICE = { image: SMALL_IMAGE, readable: [] };

/** Whether the engine filters system calls; some kernels cannot. */
export const filtersCalls = (engine: TestEngine): boolean =>
  engine.docker('info', '--format', '{{.SecurityOptions}}').includes('seccomp');
