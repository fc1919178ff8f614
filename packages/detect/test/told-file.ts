import type { FileInventory, TestAssertion, TestMarker } from '@assay/schema';
import { takeInventory } from '../src/inventory/inventory.ts';

/** Reads one file, for the tests of languages. */
export async function readTests(path: string, text: string): Promise<FileInventory> {
  const { after, unread } = await takeInventory(new Map([[path, { before: null, after: Buffer.from(text) }]]));
  const [file] = after;
  if (file === undefined) throw new Error(`${path} was not read: ${JSON.stringify(unread)}`);
  return file;
}

/** The tests, helpers and markers of a file as short lines, such as `TestAdd: add(1,2) = 3 exact`. */
export async function describeFile(path: string, text: string): Promise<string[]> {
  const { tests, helpers, markers } = await readTests(path, text);
  return [
    ...tests.map((test) => {
      const told = [...test.markers.map(tellMarker), ...test.assertions.map(tellAssertion)];
      const cases = test.cases > 1 ? ` ×${test.cases}` : '';
      const disarmed = test.disarmed === null ? '' : ` (${test.disarmed})`;
      return `${test.name}${cases}${disarmed}: ${told.join('; ')}`;
    }),
    ...helpers.map(({ name, assertions }) => `helper ${name}: ${assertions.map(tellAssertion).join('; ')}`),
    ...markers.map((marker) => `file: ${tellMarker(marker)}`),
  ];
}

const tellMarker = ({ kind, conditional }: TestMarker): string => (conditional ? `${kind} if` : kind);

function tellAssertion({ subject, expected, strength, negated, tolerance }: TestAssertion): string {
  const value = expected === null ? '' : ` = ${expected}`;
  return `${negated ? 'not ' : ''}${subject}${value} ${strength}${tolerance === null ? '' : ` ±${tolerance}`}`;
}
