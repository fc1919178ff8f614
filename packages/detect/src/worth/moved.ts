import type { TestAspect, TestLoss } from '@assay/schema';
import { oneLine } from '../inventory/facts.ts';
import type { Line } from '../inventory/outline.ts';
import { declaredName, guardKind } from './guard.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * Assertions that moved to a new test: of something that the tests themselves got, such as a simpler product, or one
 * that is there only under a condition.
 */
export function judgeMoved(compared: readonly UnitChange[], units: readonly UnitChange[]): TestLoss[] {
  const lost = new Set(units.flatMap((unit) => unit.lost));
  const moved = new Set(
    compared.flatMap((unit) => unit.lost.filter((line) => !lost.has(line)).map(({ text }) => text)),
  );
  const stand_ins = units
    .filter(({ test }) => test === null)
    .flatMap(({ gained }) => gained.flatMap(({ text }) => (TYPE.test(text) ? (declaredName(text) ?? []) : [])));
  const known_guards = new Set(units.flatMap(({ before }) => before.flatMap(({ guards }) => guards)));
  return units
    .filter(({ test, before }) => test !== null && before.length === 0)
    .flatMap(({ test, path, after, scope }): TestLoss[] => {
      const at = after.find(({ text, declares }) => !declares && ASSERTS.test(text) && moved.has(text));
      if (at === undefined) return [];
      const review = (aspect: TestAspect, line: Line, message: string): TestLoss[] => [
        {
          aspect,
          grade: 'review',
          path,
          line: line.line,
          test,
          message: `the test "${test}": ${message}`,
          after: oneLine(line.text),
        },
      ];
      const declared = after.find(({ declares }) => declares);
      const condition = declared?.guards.find((head) => CONDITIONS.has(guardKind(head, scope)));
      if (declared !== undefined && condition !== undefined && !known_guards.has(condition))
        return review('executed', declared, 'is there only under a condition; make sure that the condition holds');
      const used = stand_ins.find((name) => after.some(({ text }) => text.includes(name)));
      return used === undefined
        ? []
        : review('about_subject', at, `has assertions of another test, but about ${used}, which the tests declare`);
    });
}

const TYPE = /\b(?:class|struct|type|record|impl) \w/;
const ASSERTS = /\b(?:assert|expect|require|should)\w*[!.( ]/i;
const CONDITIONS: ReadonlySet<string> = new Set(['condition', 'fixed_condition', 'idle']);
