import { extname } from 'node:path/posix';

/** A test as its file names it. */
interface NamedTest {
  readonly path: string;
  /** Its name after those of the groups around it. */
  readonly name: string;
}

/** An option that selects tests by name; a runner is an entry. */
interface NameFilter {
  readonly options: readonly string[];
  /** Whether a value selects a test; undefined if it cannot be read. */
  compile(value: string): ((test: NamedTest) => boolean) | undefined;
}

const FILTERS: readonly NameFilter[] = [
  { options: ['-k'], compile: compileWords },
  {
    options: ['-t', '-g', '--grep', '--testNamePattern', '--test-name-pattern', '-run', '--run'],
    // Go matches each part of the name of a subtest on its own
    compile: (value) => compileExpression(value.split('/')[0] ?? ''),
  },
  {
    options: ['-skip', '--skip', '--test-skip-pattern'],
    compile: (value) => {
      const matches = compileExpression(value);
      return matches && ((test) => !matches(test));
    },
  },
];
const FILTER = new RegExp(
  `(?<![\\w-])(${FILTERS.flatMap(({ options }) => options).join('|')})(?:=|\\s+)(?:\\\\?(["'])(.*?)\\\\?\\2|([^\\s"',\\\\]+))`,
  'g',
);

/** How tests are named; a language is an entry. */
const NAMES: Readonly<Record<string, RegExp>> = {
  '.py': /^\s*(?:async )?def (test\w*)/gm,
  '.go': /^func (Test\w+)/gm,
  '.rs': /#\[(?:\w+::)?test\][^{]*?\bfn (\w+)/g,
  '.java': /@(?:Parameterized)?Test\b[^{]*?\bvoid (\w+)/g,
};
const TITLES = /^([ \t]*).*?\b(it|test|specify|describe|suite|context)(?:\.\w+)*\(\s*["'`](.+?)["'`]\s*,/gm;
const GROUP = /^(?:describe|suite|context)$/;

/** The tests of files by the names that a filter would see. */
export const listNamedTests = (texts: ReadonlyMap<string, string>): NamedTest[] =>
  [...texts].flatMap(([path, text]) => {
    const pattern = NAMES[extname(path)];
    const names = pattern === undefined ? readTitles(text) : [...text.matchAll(pattern)].map(([, name = '']) => name);
    return names.map((name) => ({ path, name }));
  });

/** The titles of tests after those of their groups, by indentation. */
function readTitles(text: string): string[] {
  const groups: { readonly indent: number; readonly title: string }[] = [];
  return [...text.matchAll(TITLES)].flatMap(([, { length: indent } = '', word = '', title = '']) => {
    while ((groups.at(-1)?.indent ?? -1) >= indent) groups.pop();
    const name = [...groups.map((group) => group.title), title].join(' ');
    if (!GROUP.test(word)) return [name];
    groups.push({ indent, title });
    return [];
  });
}

/** Commands without their filters by name. */
export const withoutNameFilters = (command: string): string => command.replaceAll(FILTER, ' ');

/** The tests that the filters of a command select; undefined if it has none, or none that can be read. */
export function selectByName(command: string, tests: readonly NamedTest[]): readonly NamedTest[] | undefined {
  const filters = [...command.matchAll(FILTER)].map(([, option = '', , quoted, bare = '']) =>
    FILTERS.find(({ options }) => options.includes(option))?.compile(quoted ?? bare),
  );
  if (filters.length === 0 || filters.includes(undefined)) return undefined;
  return tests.filter((test) => filters.every((selects) => selects?.(test)));
}

function compileExpression(value: string): ((test: NamedTest) => boolean) | undefined {
  try {
    const pattern = new RegExp(value.replaceAll('\\\\', '\\'));
    return ({ name }) => pattern.test(name.slice(0, LONGEST_NAME));
  } catch {
    // an expression of another language
    return undefined;
  }
}

// bounds what a hostile expression costs
const LONGEST_NAME = 200;
const MOST_WORDS = 50;

/** The expressions of pytest: words with `and`, `or`, `not` and parentheses. A word is a part of a name or path. */
function compileWords(value: string): ((test: NamedTest) => boolean) | undefined {
  const words = value.match(/[()]|[^\s()]+/g) ?? [];
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  return ({ path, name }) => {
    const text = `${path}::${name}`.toLowerCase();
    let at = 0;
    const readOne = (): boolean => {
      const word = words[at++];
      if (word === 'not') return !readOne();
      if (word !== '(') return text.includes((word ?? '').toLowerCase());
      const inner = readAny();
      at += 1;
      return inner;
    };
    const readAll = (): boolean => {
      let all = readOne();
      for (; words[at] === 'and'; ) {
        at += 1;
        all = readOne() && all;
      }
      return all;
    };
    const readAny = (): boolean => {
      let any = readAll();
      for (; words[at] === 'or'; ) {
        at += 1;
        any = readAll() || any;
      }
      return any;
    };
    return readAny();
  };
}
