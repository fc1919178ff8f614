import type { Budget } from '../check.ts';
import type { Segment, Selector } from './parse-path.ts';

// steps per value kept in the list
const STEPS = 40;

/** The values at a path, in document order. */
export function selectValues(root: unknown, segments: readonly Segment[], budget: Budget): unknown[] {
  let values: unknown[] = [root];
  for (const { deep, selectors } of segments) {
    const next: unknown[] = [];
    for (const value of values) {
      for (const place of deep ? everythingIn(value, budget) : [value]) {
        for (const selector of selectors) take(place, selector, { into: next, budget });
      }
    }
    values = next;
  }
  return values;
}

// iterative, because values may be deeply nested
function* everythingIn(value: unknown, budget: Budget): Generator<unknown> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    budget.spend(STEPS);
    yield item;
    if (typeof item === 'object' && item !== null) {
      for (const inner of Object.values(item).toReversed()) waiting.push(inner);
    }
  }
}

interface Taking {
  readonly into: unknown[];
  readonly budget: Budget;
}

function take(value: unknown, selector: Selector, { into, budget }: Taking): void {
  if (typeof value !== 'object' || value === null) return;
  const add = (item: unknown): void => {
    budget.spend(STEPS);
    into.push(item);
  };
  switch (selector.kind) {
    case 'name':
      if (!Array.isArray(value) && Object.hasOwn(value, selector.name)) add(value[selector.name as keyof typeof value]);
      return;
    case 'index': {
      if (!Array.isArray(value)) return;
      const index = selector.index < 0 ? value.length + selector.index : selector.index;
      if (index >= 0 && index < value.length) add(value[index]);
      return;
    }
    case 'slice':
      if (Array.isArray(value)) for (const index of indices(selector, value.length)) add(value[index]);
      return;
    case 'all':
      for (const item of Object.values(value)) add(item);
      return;
  }
}

function* indices({ from, to, step }: Selector & { kind: 'slice' }, length: number): Generator<number> {
  if (step === 0) return;
  const place = (index: number) => (index < 0 ? length + index : index);
  if (step > 0) {
    const end = Math.min(place(to ?? length), length);
    for (let index = Math.max(place(from ?? 0), 0); index < end; index += step) yield index;
  } else {
    const end = to === null ? -1 : Math.max(place(to), -1);
    for (let index = Math.min(place(from ?? length - 1), length - 1); index > end; index += step) yield index;
  }
}
