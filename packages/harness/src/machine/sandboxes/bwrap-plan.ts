import { mkdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import type { ExecutionEnd, SandboxOptions, StartOptions } from '../../contracts/sandbox.ts';
import type { Cgroup } from '../processes/cgroup.ts';
import { createOwnPath } from '../processes/own-folder.ts';
import { findProcess, listDescendants, type ProcessEntry } from '../processes/process-tree.ts';
import { findSignal, signalProcess } from '../processes/signals.ts';
import { type BwrapView, buildBwrapArguments, describePlace, initFiles, RELAY_FILE } from './bwrap-arguments.ts';
import { withLimits } from './launch.ts';
import { MARKER } from './marker.ts';
import { loginVariables, USUAL_PLACE } from './place.ts';
import { RELAY_LAUNCHER } from './relay-program.ts';
import { buildSeccompProgram } from './seccomp.ts';
import type { Plan } from './session.ts';
import { STARTED_FD } from './system-files.ts';
import { countsByNamespace, withTaskLimit } from './task-limit.ts';

const STDERR_TAIL_LENGTH = 500;
const SECCOMP_PROGRAM = buildSeccompProgram();

export interface BwrapContext {
  readonly program: string;
  readonly options: SandboxOptions;
  readonly view: BwrapView;
  readonly cgroup: Cgroup | undefined;
  /** Marks the bwrap process itself; programs inside do not get it. */
  readonly mark: string;
  readonly env: Readonly<Record<string, string>>;
}

interface RunObservations {
  /** Status messages of bwrap. */
  status: string;
  /** The end of the error output. */
  stderr: string;
  /** The init process of the namespace; all others end with it. */
  init: ProcessEntry | undefined;
  /** Whether the init has started the program. */
  started: boolean;
}

// with fewer, every process of a grading command has a number below a thousand
const USED_IDS = 1000;

/** Plans one start in its own namespaces. */
export function planBwrap(start: StartOptions, { program, options, view, cgroup, mark, env }: BwrapContext): Plan {
  // if no cgroup counts processes and the kernel can
  const isCounted = !cgroup?.limitsPids && countsByNamespace();
  const seen: RunObservations = { status: '', stderr: '', init: undefined, started: false };
  const { place = USUAL_PLACE } = options;
  const usual = { HOME: place.home, TMPDIR: place.temp, LANG: 'C.UTF-8', TERM: 'dumb', USER: place.user };
  const contents = Object.entries(describePlace(place));
  // a disk as the root, as people have it
  const root = place.lived_in ? createOwnPath() : null;
  if (root !== null) mkdirSync(root);
  const list = buildBwrapArguments(options, {
    root,
    view,
    home: start.home ?? options.home,
    env: { ...usual, ...(place.lived_in ? loginVariables(place) : {}), ...env, ...start.env },
    described: contents.map(([path], index) => ({ path, descriptor: STARTED_FD + 1 + index })),
  });
  // NUL ends an argument: in a value it could inject arguments
  if (list.some((argument) => argument.includes('\0'))) {
    throw new AssayError('invalid_input', 'the environment must not contain NUL characters');
  }
  const limited = isCounted ? withTaskLimit(start.command, options.limits.pids) : start.command;
  const relayed = options.gateway === null ? limited : withRelay(limited);
  const inside = [
    ...initFiles(place),
    String(place.lived_in ? USED_IDS + place.seat : 0),
    start.command[0],
    ...relayed,
  ];
  const descriptors = ['--args', '4', '--json-status-fd', '5', '--seccomp', '6'];
  return {
    command: withLimits([program, ...descriptors, '--', ...inside], { limits: options.limits, cgroup }),
    cwd: '/',
    env: { [MARKER]: mark },
    pipes: [
      // bwrap follows the launcher, and its status says more
      () => undefined,
      // by descriptor, to keep arguments out of the host's process list
      list.map((argument) => `${argument}\0`).join(''),
      (chunk) => {
        seen.status += chunk;
        seen.init ??= findInit(seen.status);
      },
      SECCOMP_PROGRAM,
      () => {
        seen.started = true;
      },
      ...contents.map(([, content]) => content),
    ],
    onStderr: (chunk) => {
      seen.stderr = (seen.stderr + chunk).slice(-STDERR_TAIL_LENGTH);
      start.onStderr?.(chunk);
    },
    signalTree: (pid, signal) => {
      // KILL goes to the init, with which all others die. TERM skips bwrap, which would die of it and kill
      // them at once
      const targets = signal === 'SIGKILL' ? [seen.init?.pid, pid] : listDescendants(pid).slice(1);
      for (const target of targets) if (target !== undefined) signalProcess(target, signal);
    },
    settle: async (end) => {
      const settled = await settle(end, seen);
      if (root !== null) await rm(root, { recursive: true, force: true });
      return settled;
    },
  };
}

/** Orphans are children of the init, besides the program, which comes first, and the relay. */
export function listBwrapOrphans(pid: number, { gateway }: SandboxOptions): number[] {
  const [init] = listDescendants(pid, 0);
  if (init === undefined) return [];
  const inside = listDescendants(init);
  const [program, relay] = inside;
  const accounted = new Set([program, ...(program === undefined ? [] : listDescendants(program))]);
  if (gateway !== null) accounted.add(relay);
  return inside.filter((each) => !accounted.has(each));
}

function withRelay(command: StartOptions['command']): readonly string[] {
  return ['/bin/sh', '-c', RELAY_LAUNCHER, 'sh', realpathSync(process.execPath), RELAY_FILE, ...command];
}

// bwrap exits before its namespace ends: the init is gone only when all its processes are
async function settle(end: ExecutionEnd, seen: RunObservations): Promise<ExecutionEnd> {
  if (seen.init !== undefined) await waitForEnd(seen.init);
  const code = /"exit-code": (\d+)/.exec(seen.status)?.[1];
  // bwrap reports it only after a start, and the program cannot forge it
  if (code === undefined || !seen.started) {
    // bwrap was killed, by us or by the OOM killer
    if (end.ended_by !== 'exit' || end.signal !== null) return end;
    const reason = seen.stderr.trim() || 'the sandbox could not be created';
    return { ...end, exit_code: null, ended_by: 'start', reason };
  }
  const signal = findSignal(Number(code) - 128);
  return signal === undefined ? { ...end, exit_code: Number(code), signal: null } : { ...end, exit_code: null, signal };
}

function findInit(status: string): ProcessEntry | undefined {
  const pid = /"child-pid": (\d+)/.exec(status)?.[1];
  return pid === undefined ? undefined : findProcess(Number(pid));
}

async function waitForEnd({ pid, started }: ProcessEntry): Promise<void> {
  for (let wait_ms = 1; ; wait_ms = Math.min(wait_ms * 2, 20)) {
    const found = findProcess(pid);
    // a pid is soon reused
    if (found === undefined || found.dead || found.started !== started) return;
    signalProcess(pid, 'SIGKILL');
    await sleep(wait_ms);
  }
}
