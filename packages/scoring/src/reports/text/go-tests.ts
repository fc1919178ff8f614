import type { TestOutcome } from '@assay/schema';
import type { Tally } from './tally.ts';

/** Collects Go tests. Parents of subtests are not counted, because they repeat their results. */
export function createGoTests() {
  const outcomes = new Map<string, TestOutcome>();
  const names = new Map<string, { scope: string; test: string }>();
  const failedScopes = new Set<string>();
  const keyOf = (scope: string, test: string): string => `${scope}\n${test}`;
  return {
    get size() {
      return outcomes.size;
    },
    add(scope: string, { test, outcome }: { test: string; outcome: TestOutcome }): void {
      const key = keyOf(scope, test);
      // if a test ran again, a failure counts
      if (outcomes.get(key) !== 'failed') outcomes.set(key, outcome);
      names.set(key, { scope, test });
      if (outcome === 'failed') failedScopes.add(scope);
    },
    hasFailed: (scope: string): boolean => failedScopes.has(scope),
    addTo(tally: Tally): void {
      const holders = new Set<string>();
      const failing = new Set<string>();
      for (const [key, { scope, test }] of names) {
        const holder = findHolder(test, (above) => outcomes.has(keyOf(scope, above)));
        if (holder === undefined) continue;
        holders.add(keyOf(scope, holder));
        if (outcomes.get(key) === 'failed') failing.add(keyOf(scope, holder));
      }
      for (const [key, outcome] of outcomes) {
        const repeats = holders.has(key) && (outcome !== 'failed' || failing.has(key));
        const { scope = '', test = '' } = names.get(key) ?? {};
        const name = scope === '' ? test : `${scope}::${test}`;
        if (!repeats) tally.test(name, outcome);
        else tally.list(name, outcome);
      }
    },
  };
}

// a name may contain slashes; the limit keeps a name of only slashes cheap
const MOST_SLASHES = 20;

function findHolder(test: string, isTest: (above: string) => boolean): string | undefined {
  let above = test;
  for (let slashes = 0; slashes < MOST_SLASHES; slashes++) {
    above = above.slice(0, Math.max(0, above.lastIndexOf('/')));
    if (above === '') return undefined;
    if (isTest(above)) return above;
  }
  return undefined;
}
