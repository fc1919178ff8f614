import type { TestCopy } from '../../test-commands/test-copy.ts';
import { askCopy } from './ask-copy.ts';
import type { AskedFunction } from './asked-function.ts';
import { type Case, selectCases } from './select-cases.ts';
import { varyInputs } from './vary-inputs.ts';

const MOST_ASKED = 12;
const MOST_QUESTIONS = 8;
// a function that depends on the time or on the order of a hash answers differently here
const ELSEWHERE = { TZ: 'Pacific/Kiritimati', PYTHONHASHSEED: '4021' };

/** The arguments of recorded calls, by function. */
export type Calls = ReadonlyMap<string, readonly unknown[][]>;

/** A function and what it should answer. */
export interface Question {
  readonly key: string;
  readonly ask: AskedFunction['ask'];
  readonly cases: readonly Case[];
}

export interface FindQuestionsOptions {
  readonly copy: TestCopy;
  /** Those that contain a bug first. */
  readonly functions: readonly AskedFunction[];
  readonly calls: Calls;
  /** The files with bugs planted. */
  readonly planted: ReadonlyMap<string, string>;
  /** Whether to ask a function although its answers show no bug: a fix may break it. */
  readonly isBeside?: (one: AskedFunction) => boolean;
}

/** Asks the original and the code with bugs, and keeps the functions whose answers show a bug or that are beside one. */
export async function findQuestions({ functions, ...options }: FindQuestionsOptions): Promise<Question[]> {
  const found: Question[] = [];
  for (const one of functions.slice(0, MOST_ASKED)) {
    if (found.length >= MOST_QUESTIONS) break;
    const question = await findQuestion(one, options);
    if (question !== undefined) found.push(question);
  }
  return found;
}

/** The question for one function; undefined if its answers say nothing. */
async function findQuestion(
  one: AskedFunction,
  { copy, calls, planted, isBeside = () => false }: Omit<FindQuestionsOptions, 'functions'>,
): Promise<Question | undefined> {
  const recorded = calls.get(one.key) ?? [];
  const inputs = [...recorded, ...varyInputs(recorded)];
  const first = await askCopy(copy, one, { inputs });
  if (first.every((answer) => answer === null)) return undefined;
  const second = await askCopy(copy, one, { inputs, env: ELSEWHERE });
  const buggy = await copy.withFiles(planted, () => askCopy(copy, one, { inputs }));
  const asked = inputs.map((input, index) => ({
    input,
    is_recorded: index < recorded.length,
    original: [first[index] ?? null, second[index] ?? null] as const,
    buggy: buggy[index] ?? null,
  }));
  const usable = asked.filter((all) => !JSON.stringify(all).includes(copy.inside));
  const cases = selectCases(usable, { must_differ: !isBeside(one) });
  return cases.length === 0 ? undefined : { key: one.key, ask: one.ask, cases };
}
