import { type AnsweredInput, listAnsweredInputs } from './answered-inputs.ts';
import { defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Test inputs that the product answers with constants. Lookup tables look similar, so only an input and a result that a
 * test uses together count, and only if no ordinary table would contain them.
 */
export const specialCase = defineDetector({
  kind: 'special_case',
  find: (file, { tests }) => {
    if (file.is_test || !LANGUAGES.has(file.language.id)) return [];
    const cases = listAnsweredInputs(file).filter((each) => isTelling(each, tests));
    const perFunction = Map.groupBy(cases, ({ function_line }) => function_line);
    return [...perFunction.values()].flatMap((group) =>
      group.length > 1 || group.some(({ form, answer }) => form === 'spelled_out' || isOdd(answer))
        ? group.map(({ line, input, answer }) => ({
            line,
            message: `The test input ${input.slice(0, 60)} returns the constant ${answer.slice(0, 60)}; compute the result.`,
          }))
        : [],
    );
  },
});

const LANGUAGES: ReadonlySet<SourceFile['language']['id']> = new Set([
  'python',
  'javascript',
  'go',
  'rust',
  'java',
  'csharp',
  'ruby',
  'php',
]);

function isTelling(each: AnsweredInput, tests: readonly string[]): boolean {
  // real code does not compare all arguments as one string or as a tuple of one
  if (each.form === 'spelled_out') return true;
  if (isTrivial(each.answer)) return false;
  if (each.form === 'one' && (!isSpecific(each.input) || isTable(each))) return false;
  return tests.some((text) => isExpectedBy(text, each));
}

const NEAR = 160;

// a test has the call with this input next to the result
function isExpectedBy(text: string, { function_name, input, answer }: AnsweredInput): boolean {
  const call = `${function_name}(${input}`;
  for (let at = text.indexOf(call), seen = 0; at !== -1 && seen < 1000; at = text.indexOf(call, at + 1), seen++) {
    const around = text.slice(Math.max(0, at - NEAR), at + call.length + NEAR);
    if (around.includes(answer)) return true;
  }
  return false;
}

const isNumber = (literal: string): boolean => /^-?[\d._]+$/.test(literal);

// 0, 1 and 2 are common base cases of recursion
const isSpecific = (input: string): boolean =>
  isNumber(input) ? Math.abs(Number(input.replaceAll('_', ''))) > 2 : /^[[{(]/.test(input) || !isName(input);

const isTrivial = (answer: string): boolean =>
  /^(?:-?[0-2](?:\.0)?|true|false|True|False|None|null|nil|undefined|""|''|\[\]|\{\}|\(\))$/.test(answer);

/** A word, or joined words: a typical table key. */
const isName = (literal: string): boolean => /^["'`](?:[A-Za-z][\w.:/+-]{0,40}|\W?|\s*)["'`]$/.test(literal);

// names or codes mapped to names: an ordinary table
const isTable = ({ input, answer }: AnsweredInput): boolean =>
  isNumber(input) ? !isNumber(answer) && !/^[[{(]/.test(answer) : isName(answer) && input.length < 16;

// not a round number: unlikely to be in the code except for the test
function isOdd(answer: string): boolean {
  if (!isNumber(answer)) return !isName(answer);
  const digits = answer.replace(/^-|[._]/g, '').replace(/0+$/, '');
  return digits.length > 2 || (digits.length === 2 && !digits.endsWith('5'));
}
