import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type Baseline,
  findRepository,
  findWorkTreeRoot,
  readChange,
  readHeadBaseline,
  readWorktreeBaseline,
  takeBaseline,
} from '@assay/detect';
import type { HookDecision } from '@assay/schema';
import { checkMessage } from './check-message.ts';
import { quote } from './describe-finding.ts';
import type { CheckedChange } from './find-problems.ts';
import type { HookAgent, HookEvent } from './hook-agent.ts';
import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';
import { appendDecision } from './record.ts';
import { nameFor, openSessionState, removeOldSessions, type SessionState } from './session-state.ts';
import type { LastCheck } from './status-line.ts';

/** A call of a hook. */
export interface HookCall {
  readonly agent: HookAgent;
  readonly event: HookEvent;
  readonly input: HookInput;
  readonly now_ms: number;
  /** Whether another hook answers the same event, so that only one of them records it. */
  readonly beside?: boolean;
}

const LONGEST_CHECK_MS = 20_000;
const MOST_SENTENCES = 10;
// two hooks of one event start together
const LONGEST_APART_MS = 10_000;

/** Answers a hook in the agent's protocol; null says nothing. */
export async function answerHook(call: HookCall): Promise<object | null> {
  const state = openSessionState(call.agent.id, call.input.session_id);
  const session: Session = { call, state, signal: AbortSignal.timeout(LONGEST_CHECK_MS) };
  const baselines = await openBaselines(session);
  if (call.event === 'session-start') {
    for (const baseline of baselines.slice(0, 1)) record(call, baseline, { decision: 'started' });
    return null;
  }
  try {
    return answer(session, baselines, await checkSession(session, baselines));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    for (const baseline of baselines.slice(0, 1)) record(call, baseline, { decision: 'failed', reason });
    throw error;
  }
}

interface Session {
  readonly call: HookCall;
  readonly state: SessionState;
  readonly signal: AbortSignal;
}

/**
 * The baselines of a session, one per work tree it worked in: first that of the current folder. The first of a work tree
 * counts: an agent that calls the hook itself, or a resumed session, does not move it.
 */
async function openBaselines(session: Session): Promise<readonly Baseline[]> {
  const { call, state } = session;
  const known = state.readBaselines().filter(({ root }) => existsSync(root));
  const root = readRoot(call.input.cwd, known.length > 0);
  const here = known.find((baseline) => baseline.root === root);
  if (here !== undefined || root === undefined)
    return here === undefined ? known : [here, ...known.filter((one) => one !== here)];
  if (known.length === 0) removeOldSessions(call.now_ms);
  const baseline = await startWorkTree(root, known, session);
  state.saveBaseline(baseline);
  return [baseline, ...known];
}

// an agent may change to a folder outside of every repository
function readRoot(cwd: string, isOptional: boolean): string | undefined {
  try {
    return findWorkTreeRoot(cwd);
  } catch (error) {
    if (isOptional) return undefined;
    throw error;
  }
}

async function startWorkTree(root: string, known: readonly Baseline[], session: Session): Promise<Baseline> {
  const { call, state, signal } = session;
  const { common_dir } = findRepository(root);
  const sibling = known.find((baseline) => baseline.common_dir === common_dir);
  if (sibling !== undefined) {
    const isOwn = await readIsOwn(session, [root, ...known.map((baseline) => baseline.root)]);
    return await readWorktreeBaseline(root, sibling, { isOwn, signal });
  }
  if (call.event === 'session-start') return await takeBaseline(root, { store: state.folderOf(root) });
  return await readHeadBaseline(root);
}

/** A work tree that was checked. */
interface CheckedWorkTree extends CheckedChange {
  readonly baseline: Baseline;
  readonly unchecked: string | null;
}

async function checkSession(session: Session, baselines: readonly Baseline[]): Promise<CheckedWorkTree[]> {
  const { claims, unchecked } = await checkMessage(session.call.input);
  const checked: CheckedWorkTree[] = [];
  for (const baseline of baselines) {
    const isFirst = checked.length === 0;
    const found = await checkWorkTree(session, baseline, baselines);
    const problems = found.problems.map((problem) => inRoot(problem, { root: baseline.root, isNamed: !isFirst }));
    checked.push({
      ...{ ...found, baseline },
      problems: isFirst ? [...problems, ...claims] : problems,
      unchecked: isFirst ? unchecked : null,
    });
  }
  return checked;
}

const inRoot = (problem: Problem, { root, isNamed }: { root: string; isNamed: boolean }): Problem => ({
  ...problem,
  key: nameFor(root, problem.key),
  sentence: isNamed ? `in ${quote(root)}: ${problem.sentence}` : problem.sentence,
});

const NOTHING: CheckedChange = { problems: [], changed_files: 0, reviews: 0 };

async function checkWorkTree(
  session: Session,
  baseline: Baseline,
  baselines: readonly Baseline[],
): Promise<CheckedChange> {
  const { signal } = session;
  await using change = await readChange({ folder: baseline.root, since: baseline, signal });
  if (change.changed_paths.length === 0) return NOTHING;
  // loaded on demand: after many answers nothing has changed
  const { findChangeProblems, keepOwnProblems } = await import('./find-problems.ts');
  const found = await findChangeProblems(change);
  const roots = baselines.map(({ root }) => root);
  const options = { change, baseline, readAuthorship: () => readIsOwn(session, roots), signal };
  return { ...found, problems: await keepOwnProblems(found.problems, options) };
}

async function readIsOwn({ call, state }: Session, roots: readonly string[]) {
  const { readAuthorship } = await import('./authorship.ts');
  return await readAuthorship({ input: call.input, session: state.name, roots, now_ms: call.now_ms });
}

// one at a time: two hooks of one event would both tell the same problem
function answer(session: Session, baselines: readonly Baseline[], checked: readonly CheckedWorkTree[]): object | null {
  return session.state.exclusively(() => decide(session, checked, baselines));
}

function decide(
  { call, state }: Session,
  checked: readonly CheckedWorkTree[],
  [first]: readonly Baseline[],
): object | null {
  const { agent, event } = call;
  const told = state.readTold();
  // other problems may be half of an edit
  const counts = ({ scorer }: Problem) => event !== 'post-tool-use' || scorer === 'forbid_secrets';
  const problems = checked.flatMap((one) => one.problems.filter(counts));
  const fresh = event === 'session-end' ? [] : problems.filter(({ key }) => !told.has(key));
  if (fresh.length === 0 && isEcho(call, state)) return null;
  // saved first: a problem that cannot be remembered must not stop the agent again and again
  if (fresh.length > 0) state.saveTold(new Set([...told, ...fresh.map(({ key }) => key)]));
  state.saveCached('last', { problems: problems.length, was_sent_back: fresh.length > 0 } satisfies LastCheck);
  state.saveCached('answered', describeCall(call) satisfies AnsweredCall);
  for (const { baseline, changed_files, reviews, unchecked, ...one } of checked) {
    const own = one.problems.filter(counts);
    const isTold = own.some((problem) => fresh.includes(problem));
    // a work tree without changes is in the record of the one that the agent is in
    if (baseline !== first && changed_files === 0) continue;
    record(call, baseline, {
      ...{ decision: isTold ? 'sent_back' : 'passed', changed_files, reviews, reason: unchecked },
      problems: own.map(({ key, scorer, path, line, message }) => ({
        ...{ scorer, path, line, message, told_before: told.has(key) },
      })),
    });
  }
  return fresh.length === 0 ? null : agent.sendBack(writeReason(fresh));
}

/** The event that was answered last. */
interface AnsweredCall {
  readonly event: HookEvent;
  readonly message: string;
  readonly at_ms: number;
  readonly pid: number;
}

const describeCall = ({ event, input }: HookCall): AnsweredCall => ({
  event,
  message: createHash('sha256').update(input.last_message).digest('hex'),
  at_ms: Date.now(),
  pid: process.pid,
});

/** Whether the hook beside this one has answered the same event. */
function isEcho(call: HookCall, state: SessionState): boolean {
  if (call.beside !== true) return false;
  const answered = state.readCached('answered') as AnsweredCall | null;
  const own = describeCall(call);
  return (
    answered !== null &&
    answered.pid !== own.pid &&
    answered.event === own.event &&
    answered.message === own.message &&
    own.at_ms - answered.at_ms < LONGEST_APART_MS
  );
}

function writeReason(problems: readonly Problem[]): string {
  const shown = problems.slice(0, MOST_SENTENCES).map(({ sentence }) => `- ${sentence}`);
  const more = problems.length - shown.length;
  return [
    `Assay found ${problems.length === 1 ? 'a problem' : `${problems.length} problems`} in what this session changed:`,
    ...shown,
    ...(more === 0 ? [] : [`- and ${more} more: \`assay check\` lists them.`]),
  ].join('\n');
}

function record(
  { agent, event, input, now_ms }: HookCall,
  { root, tree }: Baseline,
  decided: Partial<HookDecision> & Pick<HookDecision, 'decision'>,
): void {
  appendDecision({
    at: new Date(now_ms).toISOString(),
    agent: agent.id,
    session_id: input.session_id,
    event,
    root,
    baseline_tree: tree,
    changed_files: null,
    reviews: null,
    problems: [],
    reason: null,
    ...decided,
  });
}
