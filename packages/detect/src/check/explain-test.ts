import type { TestLoss } from '@assay/schema';
import type { TestReading } from '../inventory/inventory.ts';
import { readTestFiles } from '../inventory/inventory.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';
import { type AssertionWorth, readWorth } from '../worth/assertion-worth.ts';
import { createScope } from '../worth/scope.ts';
import { DEFAULT_SCORERS } from './default-scorers.ts';
import { type ReadChangeOptions, readChange } from './read-change.ts';
import { readCode } from './read-code.ts';

/** One version of a test, and what its assertions are worth. */
interface ExplainedTest {
  readonly side: 'before' | 'after';
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Markers that keep it from running. */
  readonly markers: readonly string[];
  readonly assertions: readonly AssertionWorth[];
}

export interface Explanation {
  readonly tests: readonly ExplainedTest[];
  /** What the change took from these tests. */
  readonly losses: readonly TestLoss[];
}

/** Explains the tests whose name contains a text, before and after a change. A test that did not change counts as after. */
export async function explainTest(name: string, options: ReadChangeOptions): Promise<Explanation> {
  await using change = await readChange(options);
  const unchanged = await change.readUnchanged((paths) => paths.filter(createTestFileFilter()).slice(0, MOST_FILES));
  const related = [...unchanged].filter(([, content]) => content.includes(lastWord(name)));
  const files = new Map([...change.files, ...related.map(([path, after]) => [path, { before: null, after }] as const)]);
  const reading = await readTestFiles(files);
  const { inventory } = await readCode(change.files, DEFAULT_SCORERS, change);
  const tests = (['before', 'after'] as const).flatMap((side) => explainSide(side, { name, reading }));
  const names = new Set(tests.map((test) => test.name));
  return { tests, losses: (inventory?.losses ?? []).filter(({ test }) => test === null || names.has(test)) };
}

// large repositories have more tests than one explanation needs
const MOST_FILES = 2000;
const lastWord = (name: string): string => name.split(/ > |\.|::/).at(-1) ?? name;

function explainSide(
  side: 'before' | 'after',
  { name, reading }: { readonly name: string; readonly reading: TestReading },
): ExplainedTest[] {
  const scope = createScope([...reading.tests[side].values()].flat());
  return reading.inventory[side].flatMap(({ path, tests }) =>
    tests
      .filter((test) => test.name.includes(name))
      .map((test) => ({
        side,
        path,
        line: test.line,
        name: test.name,
        markers: test.markers.map(({ text }) => text),
        assertions: readWorth(test, {
          lines: (reading.tests[side].get(path) ?? []).filter((line) => line.test === test.name),
          scope,
        }),
      })),
  );
}
