import type { TestLoss } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import { oneLine } from '../../inventory/facts.ts';
import type { Line } from '../../inventory/outline.ts';
import { createPhrases } from '../phrases.ts';
import type { UnitChange } from '../unit-change.ts';
import { asksForRunner, namesTests } from './asks-for-tests.ts';
import { isCounter } from './counters.ts';
import { asksForDefault, asksForStandIn, type IsStandIn } from './stand-ins.ts';
import { type Tested, unquote, weigh } from './tested.ts';

type ProductChange = Pick<UnitChange, 'path' | 'before' | 'after' | 'lost' | 'gained'>;

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
      const text = withoutLifetimes([line.text, ...heads].join(' '), change.path);
      const why = reasonAt({ ...line, text }, { tested, isStandIn, old, change });
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

/** In Rust, `'a` is a lifetime; two of them are no quotes around a text. */
const withoutLifetimes = (text: string, path: string): string =>
  path.endsWith('.rs') ? text.replaceAll(/("(?:[^"\\]|\\.)*")|'(?=[a-z_]\w*(?!['\w]))/g, '$1') : text;

// generated or hostile
const LONGEST_LINE = 4000;

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
  if (asksForRunner(text, literalsIn(text)))
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
  java: ['requireNonNull('],
  rust: ['panic!', 'unreachable!', 'Err', 'bail!', 'anyhow!', 'format!', 'println!'],
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
