import type { Criteria } from '../criteria/criteria.ts';
import type { FactRow } from '../facts/fact-rows.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import { quoteSentence } from '../facts/sentences.ts';
import { cleanAuthoredText } from '../text/clean-authored-text.ts';
import { type Clean, excerpt } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';
import { type JudgedTask, listTurns } from '../text/judged-run.ts';
import type { QuestionPart } from '../text/question.ts';

interface TaskPart {
  readonly task: JudgedTask;
  readonly rows: readonly FactRow[];
  readonly rubric: RunFacts['rubric'];
  readonly criteria: Criteria;
  readonly clean: Clean;
}

const LONGEST_TURN = 40_000;

/**
 * The scenario author's text: the same for every run of a task, so that a service can cache it. An instruction that
 * came with a transcript is fenced and not cached.
 */
export function formatTask({ task, rows, rubric, criteria, clean }: TaskPart): QuestionPart {
  const lasting = task.instruction_from === 'scenario';
  const quote = (name: string, text: string): string =>
    lasting ? `--- ${name} ---\n${text}\n--- end of ${name} ---` : fence(name, text);
  const given = rows.filter(({ source }) => source !== 'claim').map(formatRow);
  const checks = rubric.map(({ id, check }) => `${id}: ${oneLine(check)}`);
  const parts = [
    '# The task',
    ...listTurns(task).map((told, index) => {
      const { text } = excerpt(told.trim(), { max_chars: LONGEST_TURN, clean: lasting ? cleanAuthoredText : clean });
      return quote(task.turns.length === 0 ? 'instruction' : `turn ${index + 1}`, text === '' ? 'not recorded' : text);
    }),
    ...(task.turns.length === 0 ? [] : [criteria.multi_turn]),
    `# Expected outcome: ${task.expected_outcome}\n${criteria.outcomes[task.expected_outcome]}`,
    ...(given.length === 0
      ? []
      : [`# Rows for fact_checks\n${quote('rows', (lasting ? cleanAuthoredText : clean)(given.join('\n')))}`]),
    ...(checks.length === 0 ? [] : [`# Rubric\n${cleanAuthoredText(checks.join('\n'))}`]),
  ];
  return { text: parts.join('\n\n'), lasting };
}

const formatRow = ({ id, source, statement, turn_first }: FactRow): string =>
  `${id} (${source}${turn_first === null ? '' : `, turn ${turn_first}`}): ${oneLine(statement)}`;

const LONGEST_LINE = 1000;

const oneLine = (text: string): string => quoteSentence(text.replace(/\s+/g, ' ').trim(), LONGEST_LINE);
