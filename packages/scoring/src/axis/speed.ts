import type { Category, Speed } from '@assay/schema';

const TIERS = [
  { tier: 'Excellent', value: 1 },
  { tier: 'Good', value: 0.9 },
  { tier: 'Fair', value: 0.8 },
  { tier: 'Slow', value: 0.6 },
  { tier: 'Very slow', value: 0.4 },
] as const;

/** Upper bounds in milliseconds, inclusive, of all tiers but the last. */
const BOUNDS: Record<Category, readonly number[]> = {
  environment: [500, 2_000, 5_000, 10_000],
  service: [2_000, 5_000, 10_000, 25_000],
  agent: [2_000, 5_000, 15_000, 30_000],
};

/** The speed signal of a duration. An unknown one is not held against anyone. Frozen with the versions of AXIS. */
export function speedOf(category: Category, duration_ms: number | null | undefined): Pick<Speed, 'value' | 'tier'> {
  if (duration_ms == null) return { value: 1, tier: 'Unknown' };
  const index = BOUNDS[category].findIndex((bound) => duration_ms <= bound);
  return TIERS.at(index) ?? TIERS[4];
}

/** The category whose bounds an interaction is held to: a network call is waited for like one. */
export function paceOf(categories: readonly Category[]): Category {
  if (categories.includes('service')) return 'service';
  return categories.includes('environment') ? 'environment' : 'agent';
}
