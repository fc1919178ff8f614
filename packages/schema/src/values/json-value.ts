import { z } from 'zod';

// deeper than real data, and shallow enough for recursive code
const DEEPEST = 100;

/** Any JSON value up to a nesting depth; `undefined` is rejected. */
export const JsonValue = z.unknown().check((context) => {
  if (context.value === undefined) {
    context.issues.push({ code: 'custom', message: 'expected a JSON value, found nothing', input: undefined });
  } else if (isDeeperThan(context.value, DEEPEST)) {
    const message = `expected at most ${DEEPEST} levels of nesting, found more`;
    context.issues.push({ code: 'custom', message, input: undefined });
  }
});

// iterative, because recursion could overflow the stack on deep input
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (depth === levels) return true;
      for (const inner of Array.isArray(item) ? item : Object.values(item)) below.push(inner);
    }
    level = below;
  }
  return false;
}
