import type { Line } from '../../inventory/outline.ts';
import { asserts } from '../statements.ts';
import type { UnitChange } from '../unit-change.ts';

/** Creates a check whether another test has all statements of a removed one. */
export function createCopyCheck(units: readonly UnitChange[]): (before: readonly Line[]) => boolean {
  const tests = units.filter(({ test }) => test !== null).map(({ after }) => new Set(after.map(({ text }) => text)));
  const byText = new Map<string, ReadonlySet<string>[]>();
  for (const texts of tests)
    for (const text of texts) {
      const others = byText.get(text);
      if (others === undefined) byText.set(text, [texts]);
      else if (others.length < MOST_TESTS) others.push(texts);
    }
  return (before) => {
    const body = before.filter(({ declares }) => !declares);
    const checks = body.filter(asserts);
    // what it checks is what a copy has to check; the rest may have been moved or renamed
    const own = (checks.length > 1 ? checks : body).map(({ text }) => text);
    return (byText.get(own[0] ?? '') ?? []).some((texts) => own.every((text) => texts.has(text)));
  };
}

// of tests that start alike
const MOST_TESTS = 1000;

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
