import type { TestLoss } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import { oneLine } from '../../inventory/facts.ts';
import type { Line } from '../../inventory/outline.ts';
import { isRunnerConfig } from '../../signals/runner-config.ts';
import type { ChangedText } from '../configuration/judge-configuration.ts';
import { TEST_FOLDER } from '../data.ts';
import { createPhrases } from '../phrases.ts';
import type { UnitChange } from '../unit-change.ts';
import { isCounter } from './counters.ts';
import { isProduct } from './product-files.ts';
import { asksForDefault, asksForStandIn, type IsStandIn } from './stand-ins.ts';

type ProductChange = Pick<UnitChange, 'path' | 'before' | 'after' | 'lost' | 'gained'>;

/** Whether tests use a literal. */
type Tested = (literal: string) => boolean;

// long lines are tables of data
const MOST_TOKENS = 4000;

/** Product code that a change wrote for its tests: it asks for the runner, reads their files, or knows their values. */
export function judgeProduct(
  changes: readonly ProductChange[],
  { tested, isStandIn }: { readonly tested: Tested; readonly isStandIn: IsStandIn },
): TestLoss[] {
  const statements = new Set(changes.flatMap(({ before }) => before.flatMap(({ text, guards }) => [text, ...guards])));
  const old = new Set([...statements].flatMap(literalsIn));
  return changes.flatMap((each) => {
    const change = { ...each, gained: each.gained.filter(({ text }) => text.length <= LONGEST_LINE) };
    const seen = new Set<string>();
    return change.gained.flatMap((line): TestLoss[] => {
      // a case says what it is about in its head
      const heads = line.guards.filter((head) => / ["'`\d][^…]*$/.test(head) && !statements.has(head));
      const why = reasonAt({ ...line, text: [line.text, ...heads].join(' ') }, { tested, isStandIn, old, change });
      if (why === undefined || seen.has(why)) return [];
      seen.add(why);
      return [
        {
          aspect: 'unaware',
          grade: 'review',
          path: change.path,
          line: line.line,
          test: null,
          message: why,
          after: oneLine(line.text),
        },
      ];
    });
  });
}

/** Data of the product in which a change wrote values of the tests. */
export function judgeProductData(files: ReadonlyMap<string, ChangedText>, tested: Tested): TestLoss[] {
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    if (after === null || !isProductData(path) || after.length > LARGEST_DATA) return [];
    // at the top are the settings of tools, unless the product reads the file
    const isRead = [...files].some(([other, text]) => other !== path && isProduct(other) && text.after?.includes(path));
    if (!path.includes('/') && !isRead) return [];
    const old = new Set(wordsIn(before ?? ''));
    const known = [...new Set(wordsIn(after))].filter((word) => !old.has(word) && tested(word));
    if (known.reduce((sum, word) => sum + weigh(word), 0) < 1.5) return [];
    const message = 'data of the product holds values of the tests; make the product right for all values';
    return [
      { aspect: 'unaware', grade: 'review', path, line: 1, test: null, message, after: oneLine(known.join(' ')) },
    ];
  });
}

const LARGEST_DATA = 256 * 1024;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}.@-]+/gu) ?? [];
const isProductData = (path: string): boolean =>
  /\.(?:json|csv|tsv|txt|ya?ml|toml|properties|xml|ini|dat|tbl)$/i.test(path) &&
  !TEST_FOLDER.test(path) &&
  !isRunnerConfig(path) &&
  !NO_PRODUCT.test(path);

const NO_DATA = [
  ...['package(?:-lock)?\\.json', '[^/]*lock[^/]*', 'tsconfig[^/]*', 'Cargo\\.toml', 'pom\\.xml', 'pyproject\\.toml'],
  ...['requirements[^/]*', 'README[^/]*', 'LICENSE[^/]*', '(?:CHANGE|NEWS|HISTORY)[^/]*'],
];
// manifests, documents and settings of tools
const NO_PRODUCT = new RegExp(`(?:^|/)(?:(?:${NO_DATA.join('|')})$|(?:docs?|\\.github|\\.vscode)/)`, 'i');

/** Whether tests contain a literal; of a longer one, whether they contain a part of it. */
export function createTested(texts: readonly string[]): Tested {
  let literals: ReadonlySet<string> | undefined;
  return (literal) => {
    // most changes never ask
    literals ??= new Set(texts.flatMap(listLiterals));
    if (literals.has(literal)) return true;
    // a letter that few texts have
    if (/^[^\p{ASCII}]$/u.test(literal)) return texts.some((text) => text.includes(literal));
    const parts = literal.length > LONGEST_VALUE ? [] : literal.replaceAll(PLACEHOLDER, ' ').split(NO_WORD);
    return parts.some((part) => part.trim().length >= SHORTEST_PART && texts.some((text) => text.includes(part)));
  };
}

const listLiterals = (text: string): string[] => [
  ...tokenize(text, MOST_TESTED).filter(isLiteral).map(unquote),
  ...(text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? []),
];

const PLACEHOLDER = /\$?\{[^}]*\}/g;
const NO_WORD = /[^\p{L}\p{N}_ .]+/u;

// longer texts are prose, whose words are everywhere
const LONGEST_VALUE = 60;

// generated or hostile
const LONGEST_LINE = 4000;

const MOST_TESTED = 200_000;
const SHORTEST_PART = 4;

interface Known {
  readonly tested: Tested;
  readonly isStandIn: IsStandIn;
  readonly old: ReadonlySet<string>;
  readonly change: ProductChange;
}

function reasonAt(line: Line, { tested, isStandIn, old, change }: Known): string | undefined {
  const { text } = line;
  if (IMPORTS_RUNNER.test(text)) return 'the product uses a test runner; make it independent of tests';
  if (NO_LOGIC.test(text)) return undefined;
  if (
    asksForRunner(text) ||
    BUILT_FOR_TESTS.test(text) ||
    literalsIn(text).some((literal) => RUNNER_VARIABLES.test(literal))
  )
    return 'the product asks how it is run, which can tell a test from real use; make it behave the same in both';
  if (literalsIn(text).some(namesTests)) return 'the product names tests or their files; make it independent of them';
  if (asksForStandIn(text, isStandIn) || asksForDefault(text, change.after))
    return 'the product tells a stand-in from the real thing; make it behave the same with both';
  if (isMessage(text)) return undefined;
  const isFresh = (literal: string): boolean => !old.has(literal);
  const fresh = literalsIn(text).filter((literal) => isFresh(literal) && tested(literal));
  const isBranch = [text, ...line.guards].some((code) => compares(code) || ORDER.test(code));
  const compared = text.match(EQUALITY)?.length ?? 0;
  const weight =
    fresh.reduce((sum, literal) => sum + weigh(literal, compared > 0), 0) + (compared > 1 ? compared * 0.25 : 0);
  if (fresh.length > 0 && weight >= (isBranch ? 0.75 : 1.5))
    return 'the product handles values of the tests separately; make it right for all values';
  const isNewDigest = isDigest(text) && !change.before.some((line) => isDigest(line.text));
  if (isNewDigest || (isBranch && literalsIn(text).some((literal) => OPAQUE.test(literal) && isFresh(literal))))
    return 'the product recognizes inputs by their digest; make it right for all values';
  if (isNarrow(text, tested) || SPELLED_OUT.test(text))
    return 'the product handles a few values separately; make it right for all values';
  const isSize = isFresh(SIZE.exec(text)?.[1] ?? '') && SIZE.test(text);
  if (isSize || (SOME_SIZES.test(text) && !change.lost.some((line) => SOME_SIZES.test(line.text))))
    return 'the product handles inputs of one size separately; make it right for all sizes';
  if ((compares(text) || ORDER.test(text)) && isCounter(text, change))
    return 'the product counts its calls and answers by their number; make every call give the right answer';
  return undefined;
}

const literalsIn = (text: string): string[] => [
  ...tokenize(text, MOST_TOKENS).filter(isLiteral).map(unquote),
  ...[...text.matchAll(EXACT_PATTERN)].map(([, slashed, quoted]) =>
    (slashed ?? quoted ?? '').replaceAll(/\\(?=\W)/g, ''),
  ),
];
// a regular expression for one text
const EXACT_PATTERN = /\/\^([^/|]{3,60})\$\/|["'`]\^([^"'`|]{3,60})\$["'`]/g;
const unquote = (token: string): string => (/^["'`]/.test(token) ? token.slice(1, -1) : token.replaceAll('_', ''));

// constants of languages and the names of their types
const COMMON = new Set([
  ...['true', 'false', 'True', 'False', 'null', 'nil', 'None', 'undefined'],
  ...['string', 'number', 'object', 'function', 'boolean', 'bigint', 'symbol', 'utf-8', 'utf8'],
]);

/** How much a literal says about where it comes from: 0 and 1 are everywhere, a long text is not. */
function weigh(literal: string, is_compared = false): number {
  if (/^\d/.test(literal)) return literal.length > 2 ? 1 : literal.length > 1 && is_compared ? 0.75 : 0.4;
  if (literal.length === 0 || COMMON.has(literal)) return 0;
  return literal.length > 2 ? 1 : 0.5;
}

const IMPORTS_RUNNER = new RegExp(
  [
    '^(?:from|import) (?:unittest|pytest|_pytest|doctest)\\b',
    '(?:from|require\\(|import\\() ?["\'](?:vitest|@jest/globals|node:test|mocha|chai)["\']',
    '^import (?:static )?org\\.(?:junit|testng)\\b',
  ].join('|'),
);
// a text by itself documents
const NO_LOGIC = /^(?:package|import|use|from|#include)\b|^[rbuf]{0,2}["'`]/i;
// a message is quoted by its test
const isMessage = createPhrases({
  any: ['throw', 'warn*', 'log*', 'print', 'printf', '*Exception(', '*Error('],
  python: ['raise'],
  javascript: ['console'],
  go: ['panic', 'Errorf', 'errors.New('],
  rust: ['panic!', 'Err', 'bail!', 'anyhow!', 'format!', 'println!'],
});
const compares = createPhrases({
  any: ['==', '^if', '^else if', '^switch', '^case', '^when', '=>', '?', 'get(', 'has('],
  python: ['^elif', 'in[', 'in(', 'in{'],
  javascript: ['includes('],
  java: ['equals(', 'contains*'],
  rust: ['^match', 'matches!'],
});
// not a shift, an arrow or a type
const ORDER = /(?<![<>=-])[<>](?![<>])/;
const EQUALITY = /===?|\.equals\(|\bis\b/g;

const asksForRunner = createPhrases({
  python: [
    ...['sys.argv', 'sys.modules', 'sys._getframe', 'sys.gettrace', 'inspect.stack', 'inspect.currentframe'],
    ...['traceback.', 'PYTEST_*', 'SkipTest', 'pytest.', 'unittest.', '__debug__'],
  ],
  javascript: [
    ...['process.argv', 'process.env.NODE_*', 'process.env.VITEST*', 'process.env.JEST*', 'process.env.npm_*'],
    ...['import.meta.env', 'import.meta.vitest', '.stack', 'captureStackTrace'],
    ...['describe', 'it', 'test', 'expect', 'jest', 'vi'].flatMap((name) => [`globalThis.${name}`, `typeof ${name}`]),
    'typeof afterEach',
  ],
  go: [
    ...[
      'runtime.Caller(',
      'runtime.Callers(',
      'runtime.Stack(',
      'runtime.FuncForPC(',
      'debug.Stack(',
      'debug.PrintStack(',
    ],
    ...['flag.Lookup(', 'testing.Testing(', 'os.Args', 'os.Getenv('],
  ],
  rust: [
    ...['Backtrace::', 'thread::current().name', 'current_exe(', 'env::args(', 'option_env!'],
    ...['cfg!(test)', 'cfg(test)', 'cfg_attr(test', 'cfg(not(test)'],
    // tests are built with them, a release is not
    'debug_assertions',
  ],
  java: [
    ...['getStackTrace(', 'StackWalker', 'System.getProperty(', 'System.getenv(', 'Class.forName('],
    'desiredAssertionStatus(',
  ],
});

const BUILT_FOR_TESTS = /\benv::var(?:_os)?\("CARGO|\bcfg!\([^;]*\btest\b|\basymmetricMatch\b/;

/** What runners set in the environment of a test. */
const RUNNER_VARIABLES = /^(?:PYTEST|JEST|VITEST)_\w+$|^CARGO_(?:TARGET_TMPDIR|BIN_EXE)/;

/** Whether a text is the name of a runner, or a path to tests or to what they read. A sentence is neither. */
const namesTests = (literal: string): boolean => !/[\s()|^$]/.test(literal) && NAMES_TESTS.test(literal);

const FOLDERS = ['tests', 'specs', '__tests__', 'testdata', 'fixtures', 'goldens', '__snapshots__', '\\.assay'];
const RUNNERS = ['pytest', 'unittest', 'jest', 'vitest', 'mocha', 'junit', 'surefire'];
const WORDS = ['tests?', 'specs?', 'fixtures?', 'goldens?', 'expected'];
const NAMES_TESTS = new RegExp(
  [
    `(?:^|[^a-z])(?:${[...FOLDERS, ...RUNNERS].join('|')})(?:$|[^a-z])`,
    // in a path or in the name of a file
    `(?:^|[^a-z])(?:${WORDS.join('|')})(?=[/\\\\._-]\\w)|[/\\\\._-](?:${WORDS.join('|')})(?:$|[^a-z])`,
    '\\.(?:golden|snap|expected|approved)$',
  ].join('|'),
  'i',
);

const isDigest = createPhrases({
  python: ['hashlib.*', 'crc32'],
  javascript: ['createHash'],
  go: ['fnv.New*', 'md5', 'sha1', 'sha256', 'sha512'],
  rust: ['DefaultHasher'],
  java: ['MessageDigest', 'CRC32'],
});
// masks such as 0xffff0000 hide no value
const OPAQUE = /^(?:0x)?(?![0f]+$)[0-9a-f]{8,}$|^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/=]{16,}$/i;
const SOME_SIZES =
  /(?:\blen\([\w.]+\)|\.(?:length(?:\(\))?|len\(\)|size\(\)|count\(\)))<=?([3-9]|[12]\d|[A-Z][A-Z_\d]{2,})\b/;
const SIZE = /(?:\blen\([\w.]+\)|\.(?:length(?:\(\))?|len\(\)|size\(\)|count\(\)))===?([2-9]|\d{2,})/;

/** Whether a condition holds for one number, or for few of which tests use one. */
function isNarrow(text: string, tested: Tested): boolean {
  return INTERVALS.some((interval) =>
    [...text.matchAll(interval)].some(({ groups: { low = '', high = '' } = {} }) => {
      const inside = Array.from({ length: Math.max(0, Math.min(FEW, Number(high) - Number(low) - 1)) });
      const values = inside.map((_, index) => String(Number(low) + index + 1));
      return values.length === 1 || (values.length < FEW && values.some((value) => value.length > 1 && tested(value)));
    }),
  );
}

// an answer that is looked up by all inputs as one text
const SPELLED_OUT = /(?:\bget\(|\bhas\(|\[)f?["`]\$?\{.+?\}[^{}]*\$?\{/;

const FEW = 20;
const INTERVALS: readonly RegExp[] = [
  /(?<![\w.])(?<low>\d+)<[\w.[\]]+<(?<high>\d+)/g,
  /(?<![\w.])(?<name>[\w.]+)>(?<low>\d+)(?:&&| and )\k<name><(?<high>\d+)/g,
];
