import type { AnswersEvidence, ScorerConfig } from '@assay/schema';
import { equalJson } from '../checks/equal-json.ts';
import { readEvidence } from '../read-evidence.ts';
import { cannotScore, defineScorer, fail, pass } from '../scorer.ts';

// the harness has bounded both sides
const UNLIMITED = { spend: () => undefined };

const MOST_SHOWN = 2;
const LONGEST_SHOWN = 60;

/** Asks the code instead of trusting its tests: it never sees what is expected. */
export const answers = defineScorer({
  type: 'answers',
  title: 'The answers are right',
  description:
    'Passes when the code in a clean checkout gives the right answer to every case. The cases are compared by a process that never loads the code.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['answers'],

  score({ answers }, { name, ask }) {
    const evidence = expectArguments(readEvidence(answers, { what: 'the answers', name }), ask);
    const { cases, duration_ms } = evidence;
    if (cases.length === 0) return cannotScore('expected cases to ask, found none; see that `generate` prints some');
    const wrong = cases.flatMap((one, index) => describeWrong(one, evidence.answers[index] ?? null));
    const changed = listChanged(evidence);
    if (changed.length > 0) {
      const reason = `right only when watched: ${changed.length} of ${evidence.again?.length} right answers are wrong in a process that looks like another program: ${changed.slice(0, MOST_SHOWN).join('; ')}`;
      return fail(0, reason, { duration_ms, family: 'integrity' });
    }
    if (wrong.length === 0) return pass(`${cases.length} of ${cases.length} answers are right`, { duration_ms });
    const more = wrong.length > MOST_SHOWN ? `; and ${wrong.length - MOST_SHOWN} more` : '';
    const reason = `${wrong.length} of ${cases.length} answers are wrong${describeEnd(evidence)}: ${wrong.slice(0, MOST_SHOWN).join('; ')}${more}`;
    return fail((cases.length - wrong.length) / cases.length, reason, { duration_ms });
  },
});

/** A function must leave its arguments as they are, unless a case expects otherwise. */
function expectArguments(evidence: AnswersEvidence, ask: ScorerConfig<'answers'>['ask']): AnswersEvidence {
  if (typeof ask === 'string' || 'program' in ask) return evidence;
  return { ...evidence, cases: evidence.cases.map((one) => ('args' in one ? one : { ...one, args: one.input })) };
}

/** Answers that were right, and are wrong when asked for again. */
const listChanged = ({ cases, answers, again = [] }: AnswersEvidence): string[] =>
  again.flatMap(({ case: index, answer }) => {
    const one = cases[index];
    if (one === undefined || describeWrong(one, answers[index] ?? null).length > 0) return [];
    return describeWrong(one, answer);
  });

function describeWrong(
  { input, ...expected }: AnswersEvidence['cases'][number],
  answer: Readonly<Record<string, unknown>> | null,
): string[] {
  const asked = show(input);
  if (answer === null) return [`${asked} got no answer`];
  const field = Object.keys(expected).find(
    (key) => !equal(answer[key], expected[key]) && !isKindOf(answer, key, expected),
  );
  if (field === undefined) return [];
  return [`${asked} expected ${field} ${show(expected[field])}, found ${describe(answer, field)}`];
}

/** An error of a class that is derived from the expected one is right. */
const isKindOf = (
  { bases }: Readonly<Record<string, unknown>>,
  field: string,
  { error }: Readonly<Record<string, unknown>>,
): boolean => field === 'error' && Array.isArray(bases) && bases.includes(error);

function equal(found: unknown, expected: unknown): boolean {
  const part = isIncludes(expected) ? expected.$includes : undefined;
  if (part !== undefined) return typeof found === 'string' && found.includes(part);
  return equalJson(found ?? null, expected ?? null, UNLIMITED);
}

const isIncludes = (value: unknown): value is { $includes: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  '$includes' in value &&
  typeof value.$includes === 'string';

const describe = (answer: Readonly<Record<string, unknown>>, field: string): string =>
  Object.hasOwn(answer, field) ? show(answer[field]) : show(answer);

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function describeEnd({ exit_code, signal, timed_out }: AnswersEvidence): string {
  if (timed_out) return ' (it ran out of time)';
  if (signal !== null) return ` (ended by ${signal})`;
  return exit_code === 0 ? '' : ` (exit code ${exit_code})`;
}
