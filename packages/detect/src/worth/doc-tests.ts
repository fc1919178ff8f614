import type { TestLoss } from '@assay/schema';
import type { ChangedText } from './configuration/judge-configuration.ts';

/** Examples in comments that a runner executes; a language is an entry. */
interface Examples {
  readonly files: RegExp;
  /** The lines that start an example, or mark its parts. */
  readonly starts: RegExp;
  /** Such a line if nothing is executed. */
  readonly idle: RegExp;
  readonly message: string;
}

const SHOWN = 'an example that was executed as a test is only shown now; execute it';

const EXAMPLES: readonly Examples[] = [
  {
    files: /\.rs$/,
    starts: /^\s*\/\/[/!]\s*```[\w, ]*$/,
    idle: /```.*\b(?:ignore|no_run|text|compile_fail|should_panic|sh|bash|json|toml|console)\b/,
    message: SHOWN,
  },
  { files: /\.py$/, starts: /^\s*>>> /, idle: /#\s*doctest:.*\+SKIP/, message: SHOWN },
  {
    files: /\.(?:test|spec|test-d)\.[cm]?tsx?$/,
    starts: /^\s*\/\/ @ts-(?:expect-error|ignore)\b/,
    idle: /@ts-ignore/,
    message: 'an error of the compiler is no longer expected, only ignored; expect it',
  },
];

/** Examples that were executed and are now only shown. */
export function judgeDocTests(files: ReadonlyMap<string, ChangedText>): TestLoss[] {
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    const examples = EXAMPLES.find(({ files: named }) => named.test(path));
    if (examples === undefined || before === null || after === null) return [];
    const idle = (text: string) =>
      text
        .split('\n')
        .map((line, index) => ({ line: index + 1, text: line.trim() }))
        .filter((line) => examples.starts.test(line.text) && examples.idle.test(line.text));
    const [old, now] = [idle(before), idle(after)];
    const marked = now.find(({ text }) => !old.some((line) => line.text === text)) ?? now[0];
    if (marked === undefined || now.length <= old.length || countLines(after, examples) > countLines(before, examples))
      return [];
    const { message } = examples;
    return [{ aspect: 'runs', grade: 'blocks', path, line: marked.line, test: null, message, after: marked.text }];
  });
}

const countLines = (text: string, { starts }: Examples): number =>
  text.split('\n').filter((line) => starts.test(line)).length;
