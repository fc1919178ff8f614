import { isDeepStrictEqual } from 'node:util';
import { AssayError, type Invocation } from '@assay/schema';
import type { RunScenariosOptions } from './run-scenarios.ts';

type Resumable = Pick<
  RunScenariosOptions,
  'scenarios' | 'agents' | 'repeat' | 'label' | 'sandbox' | 'judge' | 'concurrency' | 'config' | 'prove' | 'budget_usd'
>;

// options that would make the runs of one invocation differ
const FIXED = ['judge', 'sandbox', 'label', 'config'] as const;

/**
 * The options of a resumed invocation: those of its first call. Only concurrency, budget and proving may
 * change. Options that an older version did not record are taken from now.
 */
export function resumeOptions<O extends Resumable>(options: O, last: Invocation): O {
  for (const name of FIXED) {
    const [given, before] = [options[name] ?? null, last[name]];
    if (given === null || before === undefined || isDeepStrictEqual(given, before)) continue;
    throw new AssayError(
      'usage',
      `expected --resume without another --${name}: the runs were started with ${describe(before)}, found ${describe(given)}`,
    );
  }
  const kept = Object.fromEntries(
    [...FIXED, 'concurrency' as const, 'prove' as const].flatMap((name) => {
      const value = options[name] ?? last[name] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
  const { scenarios, agents, repeat, label } = last;
  const budget_usd = options.budget_usd ?? last.budget_usd;
  return { ...options, ...kept, scenarios, agents, repeat, label, budget_usd };
}

function describe(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
