import { describeInteraction } from '../course/describe-interaction.ts';
import { describeNeighbours, describeRun } from '../course/interaction-index.ts';
import { type LocatedInteraction, locateInteractions } from '../course/locate-interactions.ts';
import { nameCriteria } from '../criteria/criteria.ts';
import { type InteractionCriteria, interactionCriteriaV1 } from '../criteria/interactions.v1.ts';
import { INTERACTION_REPLY_SCHEMA } from '../reply/interaction-reply.ts';
import { authored } from '../text/authored.ts';
import { createCleaner } from '../text/clean-text.ts';
import { type Clean, excerpt } from '../text/excerpt.ts';
import { FENCE_RULES, fence } from '../text/fence.ts';
import { type JudgedRun, type JudgedTask, turnsOf } from '../text/judged-run.ts';
import type { JudgeQuestion, QuestionPart } from '../text/question.ts';

/** What questions about interactions are made from. */
export interface JudgedInteractions
  extends Pick<JudgedRun, 'entries' | 'interactions' | 'identity'>,
    Pick<JudgedTask, 'instruction' | 'instruction_from'> {
  /** What was said after the instruction. */
  readonly turns?: readonly string[];
}

/** A question about some of them. */
export interface InteractionQuestion {
  readonly question: JudgeQuestion;
  /** The ids in the run of those it asks about, by the labels it gives them. */
  readonly ids: ReadonlyMap<string, string>;
}

const MOST_INTERACTIONS = 40;
const MOST_CHARS = 60_000;
const LONGEST_TURN = 20_000;

/**
 * The questions that ask about every interaction once, made one at a time: a run of any length takes no more memory
 * than its entries and one question.
 */
export function* buildInteractionQuestions(
  { entries, interactions, identity, instruction, instruction_from, turns = [] }: JudgedInteractions,
  criteria: InteractionCriteria = interactionCriteriaV1,
): Generator<InteractionQuestion> {
  const located = locateInteractions(interactions, entries);
  const told = { instruction, instruction_from, turns };
  const clean = createCleaner({ identity, task: told });
  const system = describeCriteria(criteria);
  const task = describeTask(told, clean);
  const run: QuestionPart = { text: `# The run\n${describeRun(located)}`, lasting: true };

  let batch = 0;
  for (let start = 0; start < located.length; batch++) {
    const { end, text } = takeBatch(located, { start, clean });
    const asked = located.slice(start, end);
    const around = describeNeighbours(located, { start, end });
    const own = [`# The steps to judge\n${text}`, around].filter((part) => part !== '').join('\n\n');
    yield {
      question: {
        purpose: 'interactions',
        batch,
        criteria: nameCriteria(criteria),
        system,
        // what lasts comes first, or a service could not keep it
        parts: [...(task.lasting ? [task, run] : [run, task]), { text: own, lasting: false }],
        schema: INTERACTION_REPLY_SCHEMA,
      },
      ids: new Map(asked.map(({ label, interaction }) => [label, interaction.id])),
    };
    start = end;
  }
}

/** The author's words are the same for every run and need no fence; words that came with a transcript do. */
function describeTask(
  task: Pick<JudgedTask, 'instruction' | 'instruction_from' | 'turns'>,
  clean: Clean,
): QuestionPart {
  const lasting = task.instruction_from === 'scenario';
  const turns = turnsOf(task).map((told, index) => {
    const { text } = excerpt(told, { max_chars: LONGEST_TURN, clean: lasting ? authored : clean });
    return lasting ? text : fence(`turn ${index + 1}`, text);
  });
  return { text: `# The task\n${turns.join('\n\n# Then the user said\n')}`, lasting };
}

/** As many interactions as fit, at least one. */
function takeBatch(
  located: readonly LocatedInteraction[],
  { start, clean }: { readonly start: number; readonly clean: Clean },
): { end: number; text: string } {
  const texts: string[] = [];
  let chars = 0;
  for (const one of located.slice(start, start + MOST_INTERACTIONS)) {
    const text = describeInteraction(one, clean);
    if (texts.length > 0 && chars + text.length > MOST_CHARS) break;
    texts.push(text);
    chars += text.length + 2;
  }
  return { end: start + texts.length, text: texts.join('\n\n') };
}

function describeCriteria({ role, signals, rules }: InteractionCriteria): string {
  const scales = Object.entries(signals).flatMap(([signal, { question, levels }]) => [
    `${signal}: ${question}`,
    ...levels.map(({ value, means }) => `  ${value}: ${means}`),
  ]);
  const list = (items: readonly string[]): string[] => items.map((item) => `- ${item}`);
  return [role, '', ...scales, '', ...list(rules), '', ...list(FENCE_RULES)].join('\n');
}
