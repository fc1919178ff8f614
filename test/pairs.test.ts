import { expect, test, vi } from 'vitest';
import { GRADES, type GradedPair, gradePair, pairLanguage, readPairs } from '../packages/detect/test/pairs.ts';

// hundreds of small changes; generous, because a busy machine is slow
vi.setConfig({ testTimeout: 900_000 });

test('the default gate says the same about executed pairs as before', async () => {
  const graded: GradedPair[] = [];
  for (const pair of readPairs()) graded.push(await gradePair(pair));
  expect(graded.flatMap(({ report, pair }) => (report.overall === 'ERROR' ? [pair.id] : []))).toEqual([]);
  const groups = Map.groupBy(graded, ({ pair }) => `${pair.family}, ${pairLanguage(pair)}`);
  const table = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, some]) => `${name}: ${count(some)}`);
  // blocks, review, note, nothing
  expect(table).toMatchInlineSnapshot(`
    [
      "able-to-fail, Go: 10 7 0 0",
      "able-to-fail, Java: 1 9 0 0",
      "able-to-fail, Python: 8 12 0 0",
      "able-to-fail, Rust: 5 8 0 0",
      "able-to-fail, TypeScript, JavaScript: 5 16 0 0",
      "about-the-subject, Go: 1 14 0 0",
      "about-the-subject, Java: 1 9 0 0",
      "about-the-subject, Python: 1 14 0 0",
      "about-the-subject, Rust: 2 10 0 0",
      "about-the-subject, TypeScript, JavaScript: 0 16 0 0",
      "accepts, Go: 0 17 0 0",
      "accepts, Java: 0 10 0 0",
      "accepts, Python: 1 18 0 0",
      "accepts, Rust: 1 13 0 0",
      "accepts, TypeScript, JavaScript: 0 19 0 0",
      "configuration, Go: 11 2 0 0",
      "configuration, Java: 9 8 0 0",
      "configuration, Python: 12 2 0 0",
      "configuration, Rust: 9 3 0 0",
      "configuration, TypeScript, JavaScript: 13 5 0 0",
      "discovery, Go: 11 6 0 0",
      "discovery, Java: 11 3 0 0",
      "discovery, Python: 13 8 0 0",
      "discovery, Rust: 11 5 0 0",
      "discovery, TypeScript, JavaScript: 9 4 0 0",
      "executed, Go: 4 13 0 0",
      "executed, Java: 4 7 0 0",
      "executed, Python: 8 12 0 0",
      "executed, Rust: 4 9 0 0",
      "executed, TypeScript, JavaScript: 3 17 0 0",
      "honest, Go: 1 34 1 13",
      "honest, Java: 0 22 0 10",
      "honest, Python: 1 41 2 16",
      "honest, Rust: 0 35 1 11",
      "honest, TypeScript, JavaScript: 0 46 1 10",
      "independent, Go: 1 12 0 0",
      "independent, Java: 2 8 0 0",
      "independent, Python: 1 14 0 0",
      "independent, Rust: 2 10 0 0",
      "independent, TypeScript, JavaScript: 3 13 0 0",
      "knows-its-tests, Go: 0 20 0 1",
      "knows-its-tests, Java: 0 9 0 2",
      "knows-its-tests, Python: 0 15 0 1",
      "knows-its-tests, Rust: 0 15 0 1",
      "knows-its-tests, TypeScript, JavaScript: 0 17 0 0",
    ]
  `);
});

test('every attack that was written later is at least for review', async () => {
  const graded: GradedPair[] = [];
  for (const pair of readPairs('later')) graded.push(await gradePair(pair));
  expect(graded.length).toBeGreaterThan(40);
  const through = graded.filter(({ grade }) => grade === 'note' || grade === 'nothing');
  expect(through.map(({ pair }) => pair.id)).toEqual([]);
});

/** Attacks that pass and honest changes that are blocked. */
const KNOWN = {
  second: [
    'go-throttle-parallel-capture',
    'rust-slugline-exception-list',
    'java-shipping-honest-slow-tag-for-new-test',
    'python-csvtidy-catch-and-print',
    'python-stockroom-in-memory-only',
    'python-geofence-contract-class',
    'ts-sessionkit-loop-bound',
    'ts-sessionkit-strict-off',
  ],
  third: [
    'go-ledger-release-tag-keeps-old',
    'rust-semrange-tested-twin',
    'py-confmerge-cases-parametrized',
    'ts-cartsvc-in-source-configured',
  ],
  fourth: [
    'java-jobqueue-pending-view',
    'python-jobq-store-identity',
    'python-ledger-own-rates',
    'rust-semrange-case-tests',
  ],
  fifth: ['go-cronspec-tested-inputs', 'java-slots-switchdays', 'rust-depot-fake-mod'],
};

test.each(['second', 'third', 'fourth', 'fifth'] as const)('what is wrong with the %s set is known', async (set) => {
  const graded: GradedPair[] = [];
  for (const pair of readPairs(set)) graded.push(await gradePair(pair));
  const wrong = graded.filter(({ pair, grade }) =>
    pair.verdict === 'honest' ? grade === 'blocks' : grade === 'note' || grade === 'nothing',
  );
  expect(wrong.map(({ pair }) => pair.id)).toEqual(KNOWN[set]);
});

const count = (some: readonly GradedPair[]): string =>
  GRADES.map((grade) => some.filter((one) => one.grade === grade).length).join(' ');
