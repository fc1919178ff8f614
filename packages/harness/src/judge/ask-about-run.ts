import type { JudgeCall } from '@assay/schema';
import {
  buildInteractionQuestions,
  buildRunQuestion,
  familyOf,
  type JudgedInteractions,
  type JudgedRun,
  readInteractionReply,
  readRunReply,
} from '@assay/scoring';
import type { Host } from '../contracts/host.ts';
import { forEachOf } from '../machine/processes/pool.ts';
import { digestOf } from '../scenarios/canonical-json.ts';
import { type AskingOptions, askOnce } from './ask-questions.ts';
import type { Judge } from './judge.ts';

// a service answers several at once; more would only meet its limits
const CONCURRENCY = 4;
// a service that failed so often in a row is not asked about the rest
const PATIENCE = 3;

/** A run as a judge is asked about it, and by whom it was made. */
export interface Subject {
  readonly run: JudgedRun;
  readonly agent: { readonly type: string; readonly model: string | null };
}

export interface AskAboutOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Told how many of the interactions have been asked about. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** Asks a judge about a run and about each of its interactions. Whatever goes wrong is in the calls; none is left out. */
export async function askAboutRun(
  judge: Judge,
  subject: Subject,
  { host, signal, onProgress }: AskAboutOptions,
): Promise<JudgeCall[]> {
  const options: AskingOptions = {
    judge,
    criteria_digest: digestOf(judge.criteria),
    host,
    signal,
    refused:
      judge.strict && isSameFamily(judge, subject)
        ? { obstacle: 'same_family', detail: 'judge and agent are of one family of models, and the judge is strict' }
        : null,
  };
  const { question, facts } = buildRunQuestion(subject.run, judge.criteria);
  const about_run = { question, read: (text: string) => readRunReply(text, facts) };
  const asked = new Map<string, number>();
  // members that are alike are asked the same: their samples are counted on, or they would share their answers
  const places = judge.members.flatMap((member, place) => {
    const { id, model, address } = member.backend;
    const kind = JSON.stringify([id, model, address, member.max_output_tokens]);
    const first = asked.get(kind) ?? 0;
    asked.set(kind, first + member.samples);
    return Array.from({ length: member.samples }, (_, index) => ({ member, place, sample: first + index }));
  });
  const calls: JudgeCall[] = [];
  await forEachOf(places, CONCURRENCY, async (place) => {
    calls.push(await askOnce(about_run, place, options));
  });
  if (judge.interactions === 'judge') calls.push(...(await askAboutInteractions(subject, options, onProgress)));
  return calls.toSorted(inOrder);
}

// however many judge the run, the first of them judges its interactions: there are too many to ask everybody
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
  await forEachOf(buildInteractionQuestions(interactionsOf(run)), CONCURRENCY, async (asked) => {
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

/** What is asked of the interactions of a run. */
export const interactionsOf = ({ task, entries, interactions, identity }: JudgedRun): JudgedInteractions => ({
  instruction: task.instruction,
  instruction_from: task.instruction_from,
  turns: task.turns,
  entries,
  interactions,
  identity,
});

// what a judge makes of one batch, such as to refuse it, says nothing of the next
const isOfService = ({ obstacle }: JudgeCall): boolean => obstacle !== null && OF_SERVICE.has(obstacle);
const OF_SERVICE: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'rate_limited',
  'overloaded',
  'service_error',
]);

const isLasting = ({ obstacle }: JudgeCall): boolean => obstacle === 'unauthorized' || obstacle === 'over_budget';

/** Whether a judge is of the family of models that the agent is. */
export function isSameFamily({ members }: Pick<Judge, 'members'>, { agent }: Subject): boolean {
  const family = familyOf(agent.model ?? '') ?? familyOf(agent.type);
  return family !== null && members.some(({ backend }) => familyOf(backend.model ?? backend.id) === family);
}

const inOrder = (a: JudgeCall, b: JudgeCall): number =>
  (a.purpose === b.purpose ? 0 : a.purpose === 'run' ? -1 : 1) ||
  a.batch - b.batch ||
  a.member - b.member ||
  a.sample - b.sample;
