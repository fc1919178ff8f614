import type { TestLoss } from '@assay/schema';
import { oneLine } from '../inventory/facts.ts';
import { declaredName } from './guard.ts';
import type { UnitChange } from './unit-change.ts';

/** Assertions that moved to a new test of something that the tests themselves got, such as a simpler product. */
export function judgeMoved(compared: readonly UnitChange[], units: readonly UnitChange[]): TestLoss[] {
  const lost = new Set(units.flatMap((unit) => unit.lost));
  const moved = new Set(
    compared.flatMap((unit) => unit.lost.filter((line) => !lost.has(line)).map(({ text }) => text)),
  );
  const stand_ins = units
    .filter(({ test }) => test === null)
    .flatMap(({ gained }) => gained.flatMap(({ text }) => (TYPE.test(text) ? (declaredName(text) ?? []) : [])));
  return units
    .filter(({ test, before }) => test !== null && before.length === 0)
    .flatMap(({ test, path, after }): TestLoss[] => {
      const at = after.find(({ text, declares }) => !declares && ASSERTS.test(text) && moved.has(text));
      const used = stand_ins.find((name) => after.some(({ text }) => text.includes(name)));
      if (at === undefined || used === undefined) return [];
      const message = `the test "${test}": has assertions of another test, but about ${used}, which the tests declare`;
      return [
        { aspect: 'about_subject', grade: 'review', path, line: at.line, test, message, after: oneLine(at.text) },
      ];
    });
}

const TYPE = /\b(?:class|struct|type|record|impl) \w/;
const ASSERTS = /\b(?:assert|expect|require|should)\w*[!.( ]/i;
