import { type Baseline, type Change, readChange, readHeadBaseline, takeBaseline } from '@assay/detect';
import type { HookDecision } from '@assay/schema';
import { checkMessage } from './check-message.ts';
import type { CheckedSession } from './find-problems.ts';
import type { HookAgent, HookEvent } from './hook-agent.ts';
import type { HookInput } from './hook-input.ts';
import type { Problem } from './problem.ts';
import { appendDecision } from './record.ts';
import { openSessionState, removeOldSessions, type SessionState } from './session-state.ts';
import type { LastCheck } from './status-line.ts';

/** A call of a hook. */
export interface HookCall {
  readonly agent: HookAgent;
  readonly event: HookEvent;
  readonly input: HookInput;
  readonly now_ms: number;
}

const LONGEST_CHECK_MS = 20_000;
const MOST_SENTENCES = 10;

/** Answers a hook in the agent's protocol; null says nothing. */
export async function answerHook(call: HookCall): Promise<object | null> {
  const state = openSessionState(call.agent.id, call.input.session_id);
  const record = createRecorder(call);
  const baseline =
    call.event === 'session-start'
      ? await start(call, state)
      : (state.readBaseline() ?? (await readHeadBaseline(call.input.cwd)));
  if (call.event === 'session-start') {
    await record(baseline, { decision: 'started' });
    return null;
  }
  try {
    return await checkSession(call, { state, baseline, record });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await record(baseline, { decision: 'failed', reason });
    throw error;
  }
}

// the first one counts: an agent that calls the hook itself, or a resumed session, does not move the baseline
async function start({ input, now_ms }: HookCall, state: SessionState): Promise<Baseline> {
  const known = state.readBaseline();
  if (known !== null) return known;
  removeOldSessions(now_ms);
  const baseline = await takeBaseline(input.cwd, { store: state.folder });
  state.saveBaseline(baseline);
  return baseline;
}

interface Check {
  readonly state: SessionState;
  readonly baseline: Baseline;
  readonly record: Recorder;
}

async function checkSession(
  { agent, event, input }: HookCall,
  { state, baseline, record }: Check,
): Promise<object | null> {
  const signal = AbortSignal.timeout(LONGEST_CHECK_MS);
  await using change = await readChange({ folder: baseline.root, since: baseline, signal });
  const checked = await check(change, input);
  // other problems may be half of an edit
  const problems = checked.problems.filter(({ scorer }) => event !== 'post-tool-use' || scorer === 'forbid_secrets');
  const told = state.readTold();
  const fresh = event === 'session-end' ? [] : problems.filter(({ key }) => !told.has(key));
  // saved first: a problem that cannot be remembered must not stop the agent again and again
  if (fresh.length > 0) state.saveTold(new Set([...told, ...fresh.map(({ key }) => key)]));
  state.saveCached('last', { problems: problems.length, was_sent_back: fresh.length > 0 } satisfies LastCheck);
  await record(baseline, {
    decision: fresh.length > 0 ? 'sent_back' : 'passed',
    changed_files: checked.changed_files,
    reviews: checked.reviews,
    reason: checked.unchecked,
    problems: problems.map(({ key, scorer, path, line, message }) => ({
      scorer,
      path,
      line,
      message,
      told_before: told.has(key),
    })),
  });
  return fresh.length === 0 ? null : agent.sendBack(writeReason(fresh));
}

async function check(change: Change, input: HookInput): Promise<CheckedSession> {
  if (change.changed_paths.length === 0) {
    const { claims, unchecked } = await checkMessage(input);
    return { problems: claims, changed_files: 0, reviews: 0, unchecked };
  }
  // loaded on demand: after many answers nothing has changed
  const { findProblems } = await import('./find-problems.ts');
  return await findProblems(change, input);
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

type Recorder = (baseline: Baseline, decided: Partial<HookDecision> & Pick<HookDecision, 'decision'>) => Promise<void>;

function createRecorder({ agent, event, input, now_ms }: HookCall): Recorder {
  return async ({ root, tree }, decided) => {
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
  };
}
