import { z } from 'zod';

// deeper than anything people send, and shallow enough for code that walks it by calling itself
const DEEPEST = 100;

/** Any JSON that is not nested absurdly deep; nothing at all is not JSON. */
export const JsonValue = z.unknown().check((context) => {
  if (context.value === undefined) {
    context.issues.push({ code: 'custom', message: 'expected any JSON, found nothing', input: undefined });
  } else if (isDeeperThan(context.value, DEEPEST)) {
    const message = `expected at most ${DEEPEST} levels of nesting, found more`;
    context.issues.push({ code: 'custom', message, input: undefined });
  }
});

// level by level and not by calling itself: what it protects from is a stack that runs out
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
