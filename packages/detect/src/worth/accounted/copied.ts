import type { Line } from '../../inventory/outline.ts';
import { asserts } from '../statements.ts';
import type { UnitChange } from '../unit-change.ts';

/** Whether another test has all statements of a removed one. */
export function isCopied(before: readonly Line[], units: readonly UnitChange[]): boolean {
  const body = before.filter(({ declares }) => !declares);
  const checks = body.filter(asserts);
  // what it checks is what a copy has to check; the rest may have been moved or renamed
  const own = (checks.length > 1 ? checks : body).map(({ text }) => text);
  return (
    own.length > 0 &&
    units.some(({ test, after }) => {
      const texts = test === null ? [] : after.map(({ text }) => text);
      return own.every((text) => texts.includes(text));
    })
  );
}

/** Whether an unchanged test file has all statements of a removed test. */
export function isIn(before: readonly Line[], unchanged: readonly string[]): boolean {
  const parts = before.filter(({ declares }) => !declares).flatMap(({ text }) => text.split('…').map(withoutBlanks));
  return (
    parts.length > 0 &&
    unchanged.some((text) => {
      const code = withoutBlanks(text);
      return parts.every((part) => code.includes(part));
    })
  );
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s+|,(?=\s*[)\]}])/g, '').replaceAll("'", '"');
