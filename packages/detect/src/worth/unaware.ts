import type { TestLoss } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import { oneLine } from '../inventory/facts.ts';
import type { Line } from '../inventory/outline.ts';
import { isRunnerConfig } from '../signals/runner-config.ts';
import type { ChangedText } from './configuration.ts';
import { TEST_FOLDER } from './data.ts';
import type { UnitChange } from './unit-change.ts';

type ProductChange = Pick<UnitChange, 'path' | 'before' | 'after' | 'lost' | 'gained'>;

// long lines are tables of data
const MOST_TOKENS = 4000;

/** Product code that a change wrote for its tests: it asks for the runner, reads their files, or knows their values. */
export function judgeProduct(changes: readonly ProductChange[], known_tests: readonly string[]): TestLoss[] {
  const tested = createTested(known_tests);
  const old = new Set(changes.flatMap(({ before }) => before.flatMap(({ text }) => literalsIn(text))));
  return changes.flatMap((change) => {
    const seen = new Set<string>();
    return change.gained.flatMap((line): TestLoss[] => {
      const why = reasonAt(line, { tested, old, change });
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
export function judgeProductData(files: ReadonlyMap<string, ChangedText>, known_tests: readonly string[]): TestLoss[] {
  const tested = createTested(known_tests);
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    if (after === null || !isProductData(path) || after.length > LARGEST_DATA) return [];
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
  !isTestPath(path) &&
  !isRunnerConfig(path) &&
  !/(?:^|\/)(?:package(?:-lock)?\.json|[^/]*lock[^/]*|tsconfig[^/]*|Cargo\.toml|pom\.xml|pyproject\.toml|README[^/]*|LICENSE[^/]*|CHANGELOG[^/]*|requirements[^/]*)$|(?:^|\/)(?:docs?|\.github|\.vscode)\//i.test(
    path,
  );
const isTestPath = (path: string): boolean => TEST_FOLDER.test(path);

/** Whether tests contain a literal; of a longer one, whether they contain a part of it. */
function createTested(texts: readonly string[]): (literal: string) => boolean {
  const literals = new Set(
    texts.flatMap((text) => [
      ...tokenize(text, MOST_TESTED).filter(isLiteral).map(unquote),
      ...(text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? []),
    ]),
  );
  return (literal) =>
    literals.has(literal) ||
    (literal.length <= LONGEST_VALUE &&
      literal
        .split(/[^\p{L}\p{N} .]+/u)
        .some((part) => part.trim().length >= SHORTEST_PART && texts.some((text) => text.includes(part))));
}

// longer texts are prose, whose words are everywhere
const LONGEST_VALUE = 60;

const MOST_TESTED = 200_000;
const SHORTEST_PART = 4;

interface Known {
  readonly tested: (literal: string) => boolean;
  readonly old: ReadonlySet<string>;
  readonly change: ProductChange;
}

function reasonAt(line: Line, { tested, old, change }: Known): string | undefined {
  const { text } = line;
  if (NO_LOGIC.test(text)) return undefined;
  if (ASKS_FOR_RUNNER.test(text))
    return 'the product asks how it is run, which can tell a test from real use; make it behave the same in both';
  if (literalsIn(text).some((literal) => NAMES_TESTS.test(literal)))
    return 'the product names tests or their files; make it independent of them';
  if (MESSAGE.test(text)) return undefined;
  const fresh = literalsIn(text).filter((literal) => !old.has(literal) && tested(literal));
  const compares = COMPARES.test(text) || line.guards.some((guard) => COMPARES.test(guard));
  const compared = text.match(EQUALITY)?.length ?? 0;
  const weight = fresh.reduce((sum, literal) => sum + weigh(literal), 0) + (compared > 1 ? compared * 0.25 : 0);
  if (fresh.length > 0 && weight >= (compares ? 0.75 : 1.5))
    return 'the product handles values of the tests separately; make it right for all values';
  if (DIGEST.test(text) || (compares && literalsIn(text).some((literal) => OPAQUE.test(literal) && !old.has(literal))))
    return 'the product recognizes inputs by their digest; make it right for all values';
  if (SIZE.test(text)) return 'the product handles inputs of one size separately; make it right for all sizes';
  if (isCounter(text, change))
    return 'the product counts its calls and answers by their number; make every call give the right answer';
  return undefined;
}

const literalsIn = (text: string): string[] => tokenize(text, MOST_TOKENS).filter(isLiteral).map(unquote);
const unquote = (token: string): string => (/^["'`]/.test(token) ? token.slice(1, -1) : token.replaceAll('_', ''));

/** How much a literal says about where it comes from: 0 and 1 are everywhere, a long text is not. */
function weigh(literal: string): number {
  if (/^\d/.test(literal)) return literal.length > 2 ? 1 : literal.length > 1 ? 0.75 : 0.4;
  if (literal.length === 0) return 0;
  return literal.length > 2 ? 1 : 0.5;
}

// a text by itself documents
const NO_LOGIC = /^(?:package|import|use|from|#include)\b|^[rbuf]{0,2}["'`]/i;
// a message is quoted by its test
const MESSAGE =
  /\b(?:raise|throw|warn\w*|panic!?|Errorf?|Err|bail!|anyhow!|format!|log\w*|printf?|println!?|console)\b|\berrors\.New\(|Exception\(|Error\(/;
const COMPARES =
  /[<>]=?|^(?:else )?if\b|^(?:switch|match|case|elif|when)\b|==|\bequals\(|\bmatches!|=>|\?|\bin[[({]|\bget\(|\bhas\(|\bincludes\(|\bcontains/;
const EQUALITY = /===?|\.equals\(|\bis\b/g;

const ASKS_FOR_RUNNER =
  /\bPYTEST_\w+|\b(?:JEST|VITEST)_\w+|\bprocess\.(?:argv|env\.(?:NODE_ENV|VITEST|JEST|npm_\w+))|\bimport\.meta\.(?:env|vitest)\b|\bsys\.(?:argv|modules|_getframe|gettrace)\b|\binspect\.(?:stack|currentframe)\b|\btraceback\.|\bruntime\.(?:Callers?|Stack|FuncForPC)\(|\bdebug\.(?:Stack|PrintStack)\(|\bflag\.Lookup\(|\btesting\.Testing\(|\bos\.Args\b|\bgetStackTrace\(|\bStackWalker\b|\.stack\b|\bcaptureStackTrace\b|\bBacktrace::|\bthread::current\(\)\.name|\bcurrent_exe\(|\benv::args\(|\bcfg!\(test\)|\bcfg\(test\)|\bcfg_attr\(test\b|\bcfg\(not\(test\)|\bSystem\.getProperty\(|\bClass\.forName\(|\bglobalThis\.(?:describe|it|test|expect|jest|vi)\b|\btypeof (?:describe|it|test|expect|jest|vi|afterEach)\b|\bos\.Getenv\(|\bSystem\.getenv\(|\boption_env!|\bCARGO_(?:TARGET_TMPDIR|BIN_EXE)/;
const NAMES_TESTS =
  /(?:^|[^a-z])(?:tests?|specs?|__tests__|pytest|unittest|jest|vitest|mocha|junit|surefire|golden|goldens|fixtures?|testdata|expected)(?:$|[^a-z])|\.(?:golden|snap|expected|approved)\b/i;

const DIGEST =
  /\b(?:createHash|hashlib\.\w+|MessageDigest|sha(?:1|224|256|384|512)\b|md5\b|crc32\b|fnv\.New\w*|DefaultHasher)/;
const OPAQUE = /^(?:0x)?[0-9a-f]{8,}$|^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/=]{16,}$/i;
const SIZE = /(?:\blen\([\w.]+\)|\.(?:length(?:\(\))?|len\(\)|size\(\)|count\(\)))===?(?:[2-9]|\d{2,})/;

/** Whether a line compares a variable that outlives a call and that the change counts up. */
function isCounter(text: string, { gained }: ProductChange): boolean {
  if (!COMPARES.test(text)) return false;
  const names = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return gained.some((line) => {
    const counted = COUNTS.exec(line.text)
      ?.slice(1)
      .find((part) => part !== undefined);
    return counted !== undefined && names.has(counted) && gained.some((other) => declares(other, counted));
  });
}

const COUNTS =
  /([\w$]+)(?:\+=1|\+\+)|\+\+([\w$]+)|([\w$]+)\.(?:fetch_add|Add|getAndIncrement|incrementAndGet)\(|\bAdd\w*\(&([\w$]+)|\bnext\(([\w$]+)/;

const declares = ({ text, guards }: Line, name: string): boolean =>
  (guards.length === 0 ||
    /^(?:(?:public |private |static |final )*(?:class|impl|struct)\b)/.test(guards.at(-1) ?? '')) &&
  new RegExp(`(?:^|\\s|\\()${name.replaceAll('$', '\\$')}(?::[^=]*)?(?:=|:=| \\w+$|$)`).test(text);
