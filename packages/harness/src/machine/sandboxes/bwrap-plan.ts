import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import type { ExecutionEnd, SandboxOptions, StartOptions } from '../../contracts/sandbox.ts';
import type { Cgroup } from '../processes/cgroup.ts';
import { findProcess, listDescendants, type ProcessEntry } from '../processes/process-tree.ts';
import { signalProcess } from '../processes/signals.ts';
import { type BwrapView, buildBwrapArguments, HOME, RELAY_FILE } from './bwrap-arguments.ts';
import { withLimits } from './launch.ts';
import { MARKER } from './marker.ts';
import { RELAY_LAUNCHER } from './relay-program.ts';
import { buildSeccompProgram } from './seccomp.ts';
import type { Plan } from './session.ts';
import { countsByNamespace, withTaskLimit } from './task-limit.ts';

const STDERR_TAIL_LENGTH = 500;
const SECCOMP_PROGRAM = buildSeccompProgram();

export interface BwrapContext {
  readonly program: string;
  readonly options: SandboxOptions;
  readonly view: BwrapView;
  readonly cgroup: Cgroup | undefined;
  /** What bwrap itself is known by; nothing in it is given that. */
  readonly mark: string;
  readonly env: Readonly<Record<string, string>>;
}

interface RunObservations {
  /** What bwrap says of itself. */
  status: string;
  /** The end of what was printed. */
  stderr: string;
  /** The first process of the namespace, with which all others in it end. */
  init: ProcessEntry | undefined;
  /** Whether the program itself was started, where that is said by the launcher inside. */
  started: boolean;
}

/** One start in namespaces of its own. */
export function planBwrap(start: StartOptions, { program, options, view, cgroup, mark, env }: BwrapContext): Plan {
  // where no control group counts them, and the kernel can
  const isCounted = !cgroup?.limitsPids && countsByNamespace();
  const seen: RunObservations = { status: '', stderr: '', init: undefined, started: !isCounted };
  const onStarted = () => {
    seen.started = true;
  };
  const all = { HOME, TMPDIR: '/tmp', LANG: 'C.UTF-8', TERM: 'dumb', USER: 'agent', ...env, ...start.env };
  const list = buildBwrapArguments(options, { view, home: start.home ?? options.home, env: all });
  // it ends an argument, so one in a value would let the value go on as arguments
  if (list.some((argument) => argument.includes('\0'))) {
    throw new AssayError('invalid_input', 'an environment without NUL characters was expected');
  }
  const limited = isCounted ? withTaskLimit(start.command, options.limits.pids) : start.command;
  const relayed = options.gateway === null ? limited : withRelay(limited);
  const descriptors = ['--args', '4', '--json-status-fd', '5', '--seccomp', '6'];
  return {
    command: withLimits([program, ...descriptors, '--', ...relayed], { limits: options.limits, cgroup }),
    cwd: '/',
    env: { [MARKER]: mark },
    pipes: [
      // the launcher is followed by bwrap, whose own status says more
      () => undefined,
      // by descriptor, so that nothing of it is in the list of processes of the host
      list.map((argument) => `${argument}\0`).join(''),
      (chunk) => {
        seen.status += chunk;
        seen.init ??= findInit(seen.status);
      },
      SECCOMP_PROGRAM,
      ...(isCounted ? [onStarted] : []),
    ],
    onStderr: (chunk) => {
      seen.stderr = (seen.stderr + chunk).slice(-STDERR_TAIL_LENGTH);
      start.onStderr?.(chunk);
    },
    signalTree: (pid, signal) => {
      // all in the namespace die with its init; of TERM bwrap itself would die, and they with it, unasked
      const targets = signal === 'SIGKILL' ? [seen.init?.pid, pid] : listDescendants(pid).slice(1);
      for (const target of targets) if (target !== undefined) signalProcess(target, signal);
    },
    settle: (end) => settle(end, seen),
  };
}

/** What lost its parent is a child of the init now, beside the program itself, which came first, and the relay. */
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
  return ['/bin/sh', '-c', RELAY_LAUNCHER, 'assay-relay', realpathSync(process.execPath), RELAY_FILE, ...command];
}

// bwrap ends before its namespace has: its init is gone only when all in it are
async function settle(end: ExecutionEnd, seen: RunObservations): Promise<ExecutionEnd> {
  if (seen.init !== undefined) await waitForEnd(seen.init);
  const code = /"exit-code": (\d+)/.exec(seen.status)?.[1];
  // it says so only once something has been started, and the program has no way to say it
  if (code === undefined || !seen.started) {
    // bwrap was killed, by us or for want of memory
    if (end.ended_by !== 'exit' || end.signal !== null) return end;
    const reason = seen.stderr.trim() || 'the sandbox could not be made';
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
    // a number is soon another's
    if (found === undefined || found.dead || found.started !== started) return;
    signalProcess(pid, 'SIGKILL');
    await sleep(wait_ms);
  }
}

function findSignal(number: number): NodeJS.Signals | undefined {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number);
  return entry?.[0] as NodeJS.Signals | undefined;
}
