import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError, type Proof } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import type { Judge } from '../../judge/judge.ts';
import { openRootFolder } from '../../machine/root-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { environmentsFolder } from '../../run/plan/readable-folders.ts';
import { runScenarios } from '../../run/run-scenarios.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { type Candidate, readCandidate } from './candidates.ts';
import type { Commit } from './commits.ts';
import { convertTask } from './convert-task.ts';
import { openEnvironments } from './environment.ts';
import { type History, type HistoryOptions, openHistory } from './history.ts';
import { makeTask } from './make-task.ts';
import {
  type IndexEntry,
  isTask,
  type MinedTask,
  openIndex,
  type RejectedCommit,
  type TaskFolderFormat,
} from './mined-index.ts';
import { InconclusiveError, RejectedError } from './rejection.ts';
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
  /** How many tasks to make. */
  readonly limit: number;
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
}

/**
 * Makes tasks of the history of a repository: its changes with tests that fail before and pass after. Only proven
 * tasks are kept. The checkout is only read; tasks, dependencies and proofs are the only new files.
 */
export async function mine(options: MineOptions): Promise<Mined> {
  const { events, limit, signal } = options;
  await using history = await openHistory(describeHistory(options));
  const out = resolve(history.root, options.out);
  const index = await openIndex(out);
  refuseOtherFormat([...index.entries.values()], options);
  await removeLeftovers(out);
  const wanted = canonicalDigest({ ...pickTried(options), version: options.harness_version }).slice(0, 12);
  const make = await createMaker({ ...options, out, history });
  const tasks: MinedTask[] = [];
  const rejected: RejectedCommit[] = [];
  let made = 0;
  let scanned = 0;
  for (const commit of history.commits) {
    signal.throwIfAborted();
    const known = index.entries.get(commit.id);
    if (known !== undefined && isTask(known)) tasks.push(known);
    else if (known?.options === wanted) rejected.push(known);
    else {
      if (made === limit) break;
      const { entry, keep } = await decide(commit, { ...options, history, make, wanted });
      if (keep) await index.add(entry);
      if (isTask(entry)) {
        made += 1;
        tasks.push(entry);
        events.mined(entry);
      } else {
        rejected.push(entry);
        events.rejected(entry);
      }
    }
    scanned += 1;
  }
  await index.summarize();
  return { tasks, rejected, scanned };
}

/** The candidates of a history that `mine` would try, without running anything. */
export async function listCandidates(
  options: MineOptions,
): Promise<Pick<Mined, 'rejected' | 'scanned'> & { candidates: Candidate[] }> {
  await using history = await openHistory(describeHistory(options));
  const candidates: Candidate[] = [];
  const rejected: RejectedCommit[] = [];
  let scanned = 0;
  for (const commit of history.commits) {
    options.signal.throwIfAborted();
    if (candidates.length === options.limit) break;
    scanned += 1;
    const found = await readCandidate(commit, { ...options, ...history }).catch((error: unknown) => error);
    if (found instanceof RejectedError) rejected.push(reject(commit, found, { options: '', wall_ms: 0 }));
    else if (found instanceof Error) throw found;
    else candidates.push(found as Candidate);
  }
  return { candidates, rejected, scanned };
}

const describeHistory = ({ folder, since, session, events }: MineOptions): HistoryOptions => ({
  ...{ folder, since, session },
  onRemark: events.remarked,
});

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
    ...{ folder: environments_folder, checkout: history.root, setup, host, signal },
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

async function prove(scenario: string, options: Making): Promise<Proof> {
  const { history, sandbox, host, harness_version, signal, events } = options;
  const { proofs, unseeded } = await runScenarios({
    ...{ folder: history.root, scenarios: [scenario], agents: [], repeat: 1, label: null, sandbox: sandbox.id },
    ...{ budget_usd: null, prove: 'only', resume: false, dry_run: false, host, harness_version, signal },
    judge: { use: 'heuristic' },
    events: {
      ...SILENT,
      proving: ({ trials_done, trials }) => events.progressed(`proving: ${trials_done} of ${trials} trials`),
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

interface Deciding extends Making {
  readonly make: Maker;
  /** A digest of the options, which decide. */
  readonly wanted: string;
}

async function decide(
  commit: Commit,
  { history, make, wanted, events, host, signal, max_files, max_lines, format }: Deciding,
): Promise<{ entry: MinedTask | RejectedCommit; keep: boolean }> {
  const started_ms = host.now();
  const spent = (): number => host.now() - started_ms;
  try {
    const candidate = await readCandidate(commit, { ...history, max_files, max_lines });
    events.started(commit);
    const task = { ...(await make(candidate)), ...(format === undefined ? {} : { format }), wall_ms: spent() };
    return { entry: task, keep: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RejectedError)) throw error;
    return {
      entry: reject(commit, error, { options: wanted, wall_ms: spent() }),
      keep: !(error instanceof InconclusiveError),
    };
  }
}

const reject = (
  { id, date, message }: Commit,
  { reason, message: detail }: RejectedError,
  rest: Pick<RejectedCommit, 'options' | 'wall_ms'>,
): RejectedCommit => ({ commit: id, date, subject: message.split('\n', 1)[0] ?? '', reason, detail, ...rest });

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
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid))) await removeTree(join(out, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
