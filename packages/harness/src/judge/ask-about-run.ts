import type { JudgeCall } from '@assay/schema';
import {
  buildInteractionQuestions,
  buildRunQuestion,
  type JudgedInteractions,
  type JudgedRun,
  modelFamily,
  readInteractionReply,
  readRunReply,
} from '@assay/scoring';
import type { Host } from '../contracts/host.ts';
import { forEachConcurrently } from '../machine/processes/pool.ts';
import { canonicalDigest } from '../scenarios/canonical-json.ts';
import { type AskingOptions, askOnce } from './ask-questions.ts';
import type { Judge } from './judge.ts';

// more concurrent requests would only hit the rate limits of services
const CONCURRENCY = 4;
// after this many failures in a row, the remaining questions are not asked
const PATIENCE = 3;

/** A run to judge, and the agent that made it. */
export interface Subject {
  readonly run: JudgedRun;
  readonly agent: { readonly type: string; readonly model: string | null };
}

export interface AskAboutOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Reports the number of interactions asked about. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** Asks a judge about a run and each of its interactions. Failures are recorded as calls. */
export async function askAboutRun(
  judge: Judge,
  subject: Subject,
  { host, signal, onProgress }: AskAboutOptions,
): Promise<JudgeCall[]> {
  const options: AskingOptions = {
    judge,
    criteria_digest: canonicalDigest(judge.criteria),
    host,
    signal,
    refused:
      judge.strict && isSameFamily(judge, subject)
        ? { obstacle: 'same_family', detail: 'judge and agent use the same model family, and the judge is strict' }
        : null,
  };
  const { question, facts } = buildRunQuestion(subject.run, judge.criteria);
  const about_run = { question, read: (text: string) => readRunReply(text, facts) };
  const asked = new Map<string, number>();
  // identical members get different sample numbers, or they would share cached answers
  const places = judge.members.flatMap((member, place) => {
    const { id, model, address } = member.backend;
    const kind = JSON.stringify([id, model, address, member.max_output_tokens]);
    const first = asked.get(kind) ?? 0;
    asked.set(kind, first + member.samples);
    return Array.from({ length: member.samples }, (_, index) => ({ member, place, sample: first + index }));
  });
  const calls: JudgeCall[] = [];
  await forEachConcurrently(places, CONCURRENCY, async (place) => {
    calls.push(await askOnce(about_run, place, options));
  });
  if (judge.interactions === 'judge') calls.push(...(await askAboutInteractions(subject, options, onProgress)));
  return calls.toSorted(inOrder);
}

// only the first member judges interactions: there are too many to ask all members
async function askAboutInteractions(
  { run }: Subject,
  options: AskingOptions,
  onProgress: AskAboutOptions['onProgress'],
): Promise<JudgeCall[]> {
  const [member] = options.judge.members;
  if (member === undefined) return [];
  const calls: JudgeCall[] = [];
  let done = 0;
  let failures = 0;
  let { refused } = options;
  await forEachConcurrently(buildInteractionQuestions(toJudgedInteractions(run)), CONCURRENCY, async (asked) => {
    const asking = { question: asked.question, read: (text: string) => readInteractionReply(text, asked) };
    const call = await askOnce(asking, { member, place: 0, sample: 0 }, { ...options, refused });
    calls.push(call);
    failures = isOfService(call) ? failures + 1 : 0;
    if (refused === null && call.obstacle !== null && (isLasting(call) || failures >= PATIENCE))
      refused = { obstacle: call.obstacle, detail: `not asked: ${call.detail ?? call.obstacle}` };
    done += asked.ids.size;
    onProgress?.(done, run.interactions.length);
  });
  return calls;
}

/** The input for the questions about a run's interactions. */
export const toJudgedInteractions = ({ task, entries, interactions, identity }: JudgedRun): JudgedInteractions => ({
  instruction: task.instruction,
  instruction_from: task.instruction_from,
  turns: task.turns,
  entries,
  interactions,
  identity,
});

// a failure about one batch, such as a refusal, says nothing about the next
const isOfService = ({ obstacle }: JudgeCall): boolean => obstacle !== null && OF_SERVICE.has(obstacle);
const OF_SERVICE: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'rate_limited',
  'overloaded',
  'service_error',
]);

const isLasting = ({ obstacle }: JudgeCall): boolean => obstacle === 'unauthorized' || obstacle === 'over_budget';

/** Whether a judge uses the same model family as the agent. */
export function isSameFamily({ members }: Pick<Judge, 'members'>, { agent }: Subject): boolean {
  const family = modelFamily(agent.model ?? '') ?? modelFamily(agent.type);
  return family !== null && members.some(({ backend }) => modelFamily(backend.model ?? backend.id) === family);
}

const inOrder = (a: JudgeCall, b: JudgeCall): number =>
  (a.purpose === b.purpose ? 0 : a.purpose === 'run' ? -1 : 1) ||
  a.batch - b.batch ||
  a.member - b.member ||
  a.sample - b.sample;
