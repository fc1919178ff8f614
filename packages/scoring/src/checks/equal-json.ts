import { type Budget, CheckError } from './check.ts';

const DEEPEST = 500;
// steps per compared value
const STEPS = 5;

/** Whether two JSON values are equal; the order of fields does not matter. */
export function equalJson(one: unknown, other: unknown, budget: Budget, depth = 0): boolean {
  budget.spend(STEPS);
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (depth > DEEPEST) throw new CheckError(`expected at most ${DEEPEST} levels of nesting, found more`);
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => equalJson(item, other[index], budget, depth + 1));
  }
  const keys = Object.keys(one);
  const count = Object.keys(other).length;
  budget.spend(STEPS * (keys.length + count));
  if (keys.length !== count) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) &&
      equalJson(one[key as keyof typeof one], other[key as keyof typeof other], budget, depth + 1),
  );
}
