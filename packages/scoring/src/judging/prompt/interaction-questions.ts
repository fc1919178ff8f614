import { describeInteraction } from '../course/describe-interaction.ts';
import { describeNeighbors, describeRun } from '../course/interaction-index.ts';
import { type LocatedInteraction, locateInteractions } from '../course/locate-interactions.ts';
import { nameCriteria } from '../criteria/criteria.ts';
import { type InteractionCriteria, interactionCriteriaV1 } from '../criteria/interactions.v1.ts';
import { INTERACTION_REPLY_SCHEMA } from '../reply/interaction-reply.ts';
import { cleanAuthoredText } from '../text/clean-authored-text.ts';
import { createCleaner } from '../text/clean-text.ts';
import { type Clean, excerpt } from '../text/excerpt.ts';
import { FENCE_RULES, fence } from '../text/fence.ts';
import { type JudgedRun, type JudgedTask, listTurns } from '../text/judged-run.ts';
import type { JudgeQuestion, QuestionPart } from '../text/question.ts';

/** The input of questions about interactions. */
export interface JudgedInteractions
  extends Pick<JudgedRun, 'entries' | 'interactions' | 'identity'>,
    Pick<JudgedTask, 'instruction' | 'instruction_from'> {
  /** User messages after the instruction. */
  readonly turns?: readonly string[];
}

/** A question about some of the interactions. */
export interface InteractionQuestion {
  readonly question: JudgeQuestion;
  /** Maps the labels in the question to interaction ids of the run. */
  readonly ids: ReadonlyMap<string, string>;
}

const MOST_INTERACTIONS = 40;
const MOST_CHARS = 60_000;
const LONGEST_TURN = 20_000;

/**
 * Builds questions that cover every interaction once, one at a time: memory is limited to the entries and one question,
 * however long the run.
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
    const around = describeNeighbors(located, { start, end });
    const own = [`# The steps to judge\n${text}`, around].filter((part) => part !== '').join('\n\n');
    yield {
      question: {
        purpose: 'interactions',
        batch,
        criteria: nameCriteria(criteria),
        system,
        // lasting parts come first, otherwise a service cannot cache them
        parts: [...(task.lasting ? [task, run] : [run, task]), { text: own, lasting: false }],
        schema: INTERACTION_REPLY_SCHEMA,
      },
      ids: new Map(asked.map(({ label, interaction }) => [label, interaction.id])),
    };
    start = end;
  }
}

/** The author's words are the same for every run and need no fence; words from a transcript do. */
function describeTask(
  task: Pick<JudgedTask, 'instruction' | 'instruction_from' | 'turns'>,
  clean: Clean,
): QuestionPart {
  const lasting = task.instruction_from === 'scenario';
  const turns = listTurns(task).map((told, index) => {
    const { text } = excerpt(told, { max_chars: LONGEST_TURN, clean: lasting ? cleanAuthoredText : clean });
    return lasting ? text : fence(`turn ${index + 1}`, text);
  });
  return { text: `# The task\n${turns.join('\n\n# Then the user said\n')}`, lasting };
}

/** As many interactions as fit, but at least one. */
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
