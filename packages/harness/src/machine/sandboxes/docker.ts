import { chmodSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AssayError, type Resources } from '@assay/schema';
import {
  defineSandbox,
  type ExecutionEnd,
  type Sandbox,
  type SandboxOptions,
  type StartOptions,
} from '../../contracts/sandbox.ts';
import {
  askEngine,
  findEngineObstacle,
  lastLine,
  OWNER_LABEL,
  openEngine,
  SESSION_LABEL,
} from '../containers/engine.ts';
import { type ContainerImage, inspectImage, runsOurNode } from '../containers/image.ts';
import { combineUsage, watchUsage } from '../containers/usage.ts';
import { engineEnvironment } from '../processes/engine-environment.ts';
import { createOwnPath } from '../processes/own-folder.ts';
import { getOwner } from '../processes/owner.ts';
import { findSignal, signalProcess } from '../processes/signals.ts';
import { findNodeFolder } from '../processes/toolchains.ts';
import { buildDockerArguments, type DockerRun, NOT_FOUND_CODE } from './docker-arguments.ts';
import { USUAL_PLACE } from './place.ts';
import { RELAY_PORT } from './relay-program.ts';
import { createSession, describeMemoryLimit, type Plan } from './session.ts';
import { openSystemFiles } from './system-files.ts';

const STDERR_TAIL_LENGTH = 500;
let opened = 0;

/**
 * Containers of a Docker engine, one per program, in which only the workspace and the home can be changed. The image
 * provides the tools and `/bin/sh`.
 */
export function createDocker({ image }: { readonly image?: string | undefined }): Sandbox {
  return defineSandbox({
    id: 'docker',
    title: 'Docker',
    isolated: true,

    async findObstacle() {
      const obstacle = await findEngineObstacle();
      if (obstacle !== undefined) return obstacle;
      return image === undefined
        ? 'no image is set; set `sandbox.image` to one with the tools that the tasks need'
        : undefined;
    },

    async open(options) {
      if (image === undefined) throw new AssayError('sandbox_unavailable', 'no image is set; set `sandbox.image`');
      const found = await inspectImage(image);
      const { workspace } = options.place ?? USUAL_PLACE;
      return await openContainers(options, { image: found, workspace, env: {}, state: null });
    },
  });
}

/** The container of one task, as its runs leave it. */
export interface ContainerOptions {
  readonly image: ContainerImage;
  /** Where the workspace is inside. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** The image with the changes of earlier programs; null if programs may not change the system. */
  readonly state: { image: string } | null;
}

/**
 * Containers of one run of a task, one per program. Programs may change the system; if a session keeps its changes,
 * later programs of the run see them. Their processes end with them.
 */
export const createContainers = (options: ContainerOptions): Sandbox =>
  defineSandbox({
    id: 'docker',
    title: 'Docker',
    isolated: true,
    findObstacle: findEngineObstacle,
    open: (asked) => openContainers(asked, options),
  });

async function openContainers(options: SandboxOptions, { image, workspace, env, state }: ContainerOptions) {
  const engine = await openEngine();
  const session = `${getOwner()}.${++opened}`;
  const labels = { [OWNER_LABEL]: getOwner(), [SESSION_LABEL]: session };
  const ours = await runsOurNode(image);
  const node = ours ? realpathSync(process.execPath) : 'node';
  // a task's own programs come before ours
  const own = ours ? [dirname(node)] : [];
  const path = (state === null ? [...own, image.path] : [image.path, ...own]).join(':');
  const used: Resources[] = [];
  const running = new Set<string>();
  let started = 0;

  const plan = (start: StartOptions): Plan => {
    const name = `${session}.${++started}`;
    const proof = createOwnPath();
    writeFileSync(proof, '');
    // any user of the image writes to it
    chmodSync(proof, 0o666);
    const run: DockerRun = {
      image: state?.image ?? image.id,
      name,
      labels,
      user: state === null ? engine.user : image.user,
      workspace,
      open_system: state !== null,
      started: proof,
      relay: openSystemFiles().relay,
      node,
      node_folder: ours ? findNodeFolder() : null,
      path,
      env,
    };
    let stderr = '';
    const usage = watchUsage(name);
    running.add(name);
    return {
      command: [engine.client, ...buildDockerArguments(start, { options, run })],
      cwd: '/',
      env: engineEnvironment(),
      onStderr: (chunk) => {
        stderr = (stderr + chunk).slice(-STDERR_TAIL_LENGTH);
        start.onStderr?.(chunk);
      },
      signalTree: (pid, signal) => {
        if (signal === 'SIGKILL') void askEngine(['kill', name]);
        signalProcess(pid, signal);
      },
      settle: async (end) => {
        const measured = usage.stop();
        // a client that was killed leaves its container running
        if (end.ended_by !== 'exit' || end.signal !== null) await askEngine(['kill', name]);
        const oom = end.exit_code !== 0 && (await wasOutOfMemory(name));
        if (measured !== null || oom) used.push(countKill(measured ?? UNMEASURED, oom));
        if (state !== null && options.keeps_changes === true) state.image = (await saveSystem(name)) ?? state.image;
        await askEngine(['rm', '--force', '--volumes', name]);
        running.delete(name);
        const launched = readFileSync(proof).length > 0;
        await rm(proof, { force: true });
        return launched ? describeEnd(end, { oom, limits: options.limits }) : describeUnstarted(end, { start, stderr });
      },
    };
  };

  return createSession({
    options,
    inside: {
      workspace,
      home: (options.place ?? USUAL_PLACE).home,
      gateway_url: options.gateway === null ? null : `http://127.0.0.1:${RELAY_PORT}`,
      path,
    },
    cgroup: undefined,
    limited: true,
    measure: () => combineUsage(used),
    plan,
    listOrphans: async () => (await Promise.all([...running].map((name) => listOrphans(name, options)))).flat(),
    sweep: async () => {
      if (running.size > 0) await askEngine(['rm', '--force', '--volumes', ...running]);
    },
  });
}

const UNMEASURED: Resources = {
  memory_peak_bytes: null,
  memory_limit_bytes: null,
  cpu_periods: null,
  cpu_throttled_periods: null,
  cpu_ms: null,
  oom_kills: null,
};

// the last sample may be older than the end
const countKill = (used: Resources, oom: boolean): Resources =>
  oom ? { ...used, oom_kills: Math.max(1, used.oom_kills ?? 0) } : used;

async function wasOutOfMemory(name: string): Promise<boolean> {
  const { stdout } = await askEngine(['inspect', '--format', '{{.State.OOMKilled}}', name]);
  return stdout.trim() === 'true';
}

// a separate image, removed with the run
async function saveSystem(name: string): Promise<string | undefined> {
  const label = `LABEL ${OWNER_LABEL}=${getOwner()}`;
  const { exit_code, stdout } = await askEngine(['commit', '--change', label, name]);
  return exit_code === 0 ? stdout.trim() : undefined;
}

// of a program that did not start, the client or the launcher told why
function describeUnstarted(
  end: ExecutionEnd,
  { start, stderr }: { start: StartOptions; stderr: string },
): ExecutionEnd {
  if (end.ended_by !== 'exit') return withSignal(end);
  const missing = end.exit_code === NOT_FOUND_CODE && stderr === '';
  const reason = missing ? `${start.command[0]} was not found` : `the engine did not start it: ${lastLine(stderr)}`;
  return { ...end, exit_code: null, ended_by: 'start', reason };
}

// a container reports a signal as a code above 128
function withSignal(end: ExecutionEnd): ExecutionEnd {
  const signal = findSignal((end.exit_code ?? 0) - 128);
  return signal === undefined ? end : { ...end, exit_code: null, signal };
}

function describeEnd(
  end: ExecutionEnd,
  { oom, limits }: { oom: boolean; limits: SandboxOptions['limits'] },
): ExecutionEnd {
  const known = withSignal(end);
  return oom && end.ended_by === 'exit' ? { ...known, ended_by: 'memory', reason: describeMemoryLimit(limits) } : known;
}

// children of the first process, besides the program, which comes first, and the relay
async function listOrphans(name: string, { gateway }: SandboxOptions): Promise<number[]> {
  const { stdout } = await askEngine(['top', name, '-eo', 'pid,ppid']);
  const rows = stdout
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return pid === undefined || parent === undefined ? [] : [{ pid, parent }];
    });
  const first = rows.find(({ parent }) => !rows.some(({ pid }) => pid === parent));
  const children = rows.filter(({ parent }) => parent === first?.pid).map(({ pid }) => pid);
  return children.slice(gateway === null ? 1 : 2);
}
