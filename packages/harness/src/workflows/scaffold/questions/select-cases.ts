import { parse, stringify } from 'yaml';

const MOST_CASES = 30;
const MOST_DIFFERENT = 20;
const LONGEST_CASE = 400;

export type Answer = Readonly<Record<string, unknown>> | null;
export type Case = { readonly input: unknown } & Readonly<Record<string, unknown>>;

/** An input with the answers of the original, asked twice, and of the code with bugs. */
export interface AskedInput {
  readonly input: readonly unknown[];
  /** Whether a test has this input. */
  readonly is_recorded: boolean;
  readonly original: readonly [Answer, Answer];
  readonly buggy: Answer;
}

/** The cases for a scenario: those that the bugs answer wrongly first, and of these the ones that no test contains. */
export function selectCases(asked: readonly AskedInput[], { must_differ = true } = {}): Case[] {
  const usable = asked.flatMap((one) => {
    const found = createCase(one);
    return found === undefined ? [] : [{ case: found, ...one, differs: !matches(found, one.buggy) }];
  });
  const different = usable.filter(({ differs }) => differs).toSorted(untestedFirst);
  if (must_differ && different.length === 0) return [];
  const chosen = spread(different, MOST_DIFFERENT);
  const same = usable.filter(({ differs }) => !differs).toSorted(untestedFirst);
  return [...chosen, ...spread(same, MOST_CASES - chosen.length)].map((one) => one.case);
}

const untestedFirst = (a: AskedInput, b: AskedInput): number => Number(a.is_recorded) - Number(b.is_recorded);

/** The expected answer; undefined if the answers vary, or if another right solution could answer otherwise. */
function createCase({ input, is_recorded, original: [first, second] }: AskedInput): Case | undefined {
  if (first === null || second === null || stableText(first) !== stableText(second)) return undefined;
  const { value, error, args } = first;
  // which exception an unusual input causes is often chance
  if (error !== undefined && !is_recorded) return undefined;
  const changed = args === undefined || JSON.stringify(args) === JSON.stringify(input) ? {} : { args };
  const found: Case = error === undefined ? { input, value: value ?? null, ...changed } : { input, error };
  const text = JSON.stringify(found);
  const isSafe = text.length <= LONGEST_CASE && !UNSAFE.test(text);
  return isSafe && JSON.stringify(parse(stringify(found))) === text ? found : undefined;
}

// an address of the memory, or half a character, which JSON escapes
const UNSAFE = / at 0x[0-9a-f]+|\\ud[89a-f][0-9a-f]{2}/i;

// the message of an error may contain anything
const stableText = ({ message: _, ...answer }: Readonly<Record<string, unknown>>): string => JSON.stringify(answer);

function matches({ input: _, ...expected }: Case, answer: Answer): boolean {
  return Object.entries(expected).every(
    ([field, value]) => JSON.stringify(answer?.[field] ?? null) === JSON.stringify(value),
  );
}

/** As many as allowed, evenly spaced. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}
