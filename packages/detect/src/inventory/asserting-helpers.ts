import type { FileInventory } from '@assay/schema';

type Helper = FileInventory['helpers'][number];

/**
 * The functions of a file that assert, directly or through another helper, because a test that calls them is checked by
 * them.
 */
export function assertingHelpers(functions: readonly Helper[]): Helper[] {
  const callers = new Map<string, Helper[]>();
  for (const caller of functions) {
    for (const call of caller.calls ?? []) {
      const known = callers.get(call);
      if (known === undefined) callers.set(call, [caller]);
      else known.push(caller);
    }
  }
  const kept = new Set(functions.filter(({ assertions }) => assertions.length > 0));
  // a set may grow while it is iterated
  for (const helper of kept) for (const caller of callers.get(leafOf(helper.name)) ?? []) kept.add(caller);
  return functions.filter((helper) => kept.has(helper));
}

const leafOf = (name: string): string => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
