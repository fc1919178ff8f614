import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRunning } from '@assay/detect';
import { AssayError, type Proof } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import type { Judge } from '../../judge/judge.ts';
import { openRootFolder } from '../../machine/root-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { environmentsFolder } from '../../run/plan/readable-folders.ts';
import { runScenarios } from '../../run/run-scenarios.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { openEnvironments } from '../environments/environment.ts';
import { InconclusiveError } from '../rejection.ts';
import { attempt, type Rejection } from './attempt.ts';
import { type Candidate, readCandidate } from './candidates.ts';
import { startClock } from './clock.ts';
import type { Commit } from './commits.ts';
import { convertTask } from './convert-task.ts';
import { type History, openHistory } from './history.ts';
import { describeHistory, RANKED_TOGETHER, takeCheapest } from './list-candidates.ts';
import { makeTask } from './make-task.ts';
import {
  type IndexEntry,
  isTask,
  type MinedTask,
  openIndex,
  type RejectedCommit,
  type TaskFolderFormat,
} from './mined-index.ts';
import { createRewriter } from './rewrite.ts';

export interface MineOptions {
  /** A folder of the repository. */
  readonly folder: string;
  /** Where the tasks go; relative to the repository. */
  readonly out: string;
  /** How tasks are written. Default: as scenarios. */
  readonly format?: TaskFolderFormat | undefined;
  /** The base image of Harbor tasks. Default: chosen by the test command. */
  readonly image?: string | undefined;
  /** How many tasks to make at most. */
  readonly limit: number;
  /** How long to look for them; undefined for as long as it takes. */
  readonly budget_ms?: number | undefined;
  readonly since?: string | undefined;
  /** A recorded session: what was committed in it is the only candidate, and its prompt the instruction. */
  readonly session?: string | undefined;
  readonly max_files: number;
  readonly max_lines: number;
  readonly confirm: number;
  readonly timeout_s: number;
  /** Replace the detected install and test commands. */
  readonly setup?: string | undefined;
  readonly test?: string | undefined;
  /** A judge whose model writes the instructions. */
  readonly rewriter?: Judge | undefined;
  readonly sandbox: Sandbox;
  readonly host: Host;
  readonly harness_version: string;
  readonly events: MineEvents;
  readonly signal: AbortSignal;
}

/** Events for a display of the progress. */
interface MineEvents {
  remarked(sentence: string): void;
  started(commit: Commit): void;
  progressed(sentence: string): void;
  mined(task: MinedTask): void;
  rejected(commit: RejectedCommit): void;
}

export interface Mined {
  readonly tasks: readonly MinedTask[];
  readonly rejected: readonly RejectedCommit[];
  /** How many commits were looked at, now or earlier. */
  readonly scanned: number;
  /** Whether the budget was used up first. */
  readonly out_of_time: boolean;
}

/**
 * Makes tasks of the history of a repository: its changes with tests that fail before and pass after. Only proven
 * tasks are kept. The checkout is only read; tasks, dependencies and proofs are the only new files.
 */
export async function mine(options: MineOptions): Promise<Mined> {
  const { events, limit, host } = options;
  await using history = await openHistory(describeHistory(options));
  const out = resolve(history.root, options.out);
  await using index = await openIndex(out);
  refuseOtherFormat([...index.entries.values()], options);
  await removeLeftovers(out);
  const wanted = canonicalDigest({ ...pickTried(options), version: options.harness_version }).slice(0, 12);
  using clock = startClock(options);
  const trying = { host, signal: clock.signal, wanted };
  const make = await createMaker({ ...options, signal: clock.signal, out, history });
  const tasks: MinedTask[] = [];
  const rejected: RejectedCommit[] = [];
  const installed = new Set<string>();
  let scanned = 0;
  const settle = async ({ entry, keep }: Rejection): Promise<void> => {
    scanned += 1;
    if (keep) await index.add(entry);
    rejected.push(entry);
    events.rejected(entry);
  };
  const tryAll = async (): Promise<void> => {
    for (let start = 0; start < history.commits.length && clock.made < limit; start += RANKED_TOGETHER) {
      const candidates: Candidate[] = [];
      for (const commit of history.commits.slice(start, start + RANKED_TOGETHER)) {
        const known = index.entries.get(commit.id);
        if (known !== undefined && (isTask(known) || known.options === wanted)) {
          scanned += 1;
          if (isTask(known)) tasks.push(known);
          else rejected.push(known);
          continue;
        }
        const found = await attempt(commit, trying, () => readCandidate(commit, { ...options, ...history }));
        if ('keep' in found) await settle(found);
        else candidates.push(found);
      }
      clock.found(candidates.length, scanned + candidates.length);
      while (candidates.length > 0 && clock.made < limit) {
        clock.checkTime();
        const candidate = takeCheapest(candidates, { installed, newest: history.commits[0]?.date ?? '' });
        const { commit } = candidate;
        const started_ms = host.now();
        events.started(commit);
        const found = await attempt(commit, trying, () => make(candidate));
        const wall_ms = host.now() - started_ms;
        clock.tried(wall_ms, !('keep' in found));
        installed.add(candidate.locks);
        if ('keep' in found) {
          await settle(found);
          continue;
        }
        const task = { ...found, ...(options.format === undefined ? {} : { format: options.format }), wall_ms };
        scanned += 1;
        await index.add(task);
        tasks.push(task);
        events.mined(task);
      }
    }
  };
  await tryAll().catch((error: unknown) => {
    if (!clock.is_over()) throw error;
  });
  return { tasks, rejected, scanned, out_of_time: clock.is_over() };
}

interface Making extends MineOptions {
  readonly history: History;
}

type Maker = (candidate: Candidate) => Promise<Omit<MinedTask, 'wall_ms'>>;

async function createMaker(options: Making & { readonly out: string }): Promise<Maker> {
  const { history, out, setup, test, host, sandbox, signal, confirm, timeout_s, events } = options;
  const root = join(history.root, '.assay');
  await openRootFolder(root);
  const environments_folder = environmentsFolder(root);
  const environments = openEnvironments({
    ...{ root: history.root, setup, host, signal },
    onProgress: events.progressed,
  });
  return (candidate) =>
    makeTask(candidate, {
      ...{ ...history, environments, environments_folder, host, sandbox, signal, confirm, test, out },
      timeout_ms: timeout_s * 1000,
      work: join(out, `${WORK}${process.pid}`),
      unproven: join(root, 'unproven'),
      prove: (scenario) => prove(scenario, options),
      convert:
        options.format === undefined
          ? undefined
          : (scenario, tests) =>
              convertTask(scenario, { tests, root: history.root, image: options.image, onNote: events.progressed }),
      rewrite: options.rewriter === undefined ? undefined : createRewriter(options.rewriter, { host, signal }),
      onProgress: events.progressed,
    });
}

function refuseOtherFormat(entries: readonly IndexEntry[], { format, out }: MineOptions): void {
  const other = entries.find((entry): entry is MinedTask => isTask(entry) && entry.format !== format);
  if (other === undefined) return;
  const found = other.format === undefined ? 'scenarios' : `${other.format} tasks`;
  throw new AssayError('usage', `${out} has ${found}; choose another folder with --out`);
}

// a line for each trial would be too many
const TOLD = 5;

async function prove(scenario: string, options: Making): Promise<Proof> {
  const { history, sandbox, host, harness_version, signal, events } = options;
  const { proofs, unseeded } = await runScenarios({
    ...{ folder: history.root, scenarios: [scenario], agents: [], repeat: 1, label: null, sandbox: sandbox.id },
    ...{ budget_usd: null, prove: 'only', resume: false, dry_run: false, host, harness_version, signal },
    judge: { use: 'heuristic' },
    events: {
      ...SILENT,
      proving: ({ trials_done, trials }) => {
        if (trials_done % TOLD === 0) events.progressed(`proving: ${trials_done} of ${trials} trials`);
      },
    },
  });
  const [proof] = proofs.values();
  if (proof === undefined) throw new InconclusiveError('not_proven', unseeded[0]?.reason ?? 'it was not tried');
  return proof;
}

const nothing = (): void => undefined;
const SILENT = {
  planned: nothing,
  proved: nothing,
  started: nothing,
  progressed: nothing,
  finished: nothing,
  missed: nothing,
};

const pickTried = ({
  max_files,
  max_lines,
  confirm,
  timeout_s,
  setup,
  test,
  format,
  session,
  rewriter,
}: MineOptions) => ({
  rewriter: rewriter?.name,
  session,
  format,
  max_files,
  max_lines,
  confirm,
  timeout_s,
  setup,
  test,
});

const WORK = '.work-';

/** Removes what a killed process left behind. */
async function removeLeftovers(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    const pid = name.startsWith(WORK) ? Number(name.slice(WORK.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isRunning(pid))) await removeTree(join(out, name));
  }
}
