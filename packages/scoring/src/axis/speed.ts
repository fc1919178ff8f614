import type { Category, Speed } from '@assay/schema';

const TIERS = [
  { tier: 'Excellent', value: 1 },
  { tier: 'Good', value: 0.9 },
  { tier: 'Fair', value: 0.8 },
  { tier: 'Slow', value: 0.6 },
  { tier: 'Very slow', value: 0.4 },
] as const;

/** Inclusive upper bounds in milliseconds of every tier except the last. */
const BOUNDS: Record<Category, readonly number[]> = {
  environment: [500, 2_000, 5_000, 10_000],
  service: [2_000, 5_000, 10_000, 25_000],
  agent: [2_000, 5_000, 15_000, 30_000],
};

/** The speed signal of a duration. An unknown duration costs nothing. Frozen with the AXIS versions. */
export function speedSignal(category: Category, duration_ms: number | null | undefined): Pick<Speed, 'value' | 'tier'> {
  if (duration_ms == null) return { value: 1, tier: 'Unknown' };
  const index = BOUNDS[category].findIndex((bound) => duration_ms <= bound);
  return TIERS.at(index) ?? TIERS[4];
}

/** The category whose speed bounds apply: any network call uses the service bounds. */
export function speedCategory(categories: readonly Category[]): Category {
  if (categories.includes('service')) return 'service';
  return categories.includes('environment') ? 'environment' : 'agent';
}
