import { formatInstant } from '../shared/format.ts';

const STEPS = [
  { unit: 'min', ms: 60_000, below: 3_600_000 },
  { unit: 'h', ms: 3_600_000, below: 86_400_000 },
  { unit: 'd', ms: 86_400_000, below: 30 * 86_400_000 },
] as const;

/** How long ago an instant was; its date after 30 days. */
export function formatAgo(at: string, now: number): string {
  const ms = now - Date.parse(at);
  if (Number.isNaN(ms)) return 'unknown';
  if (ms < 60_000) return 'now';
  const step = STEPS.find(({ below }) => ms < below);
  return step === undefined ? formatInstant(at).slice(0, 10) : `${Math.floor(ms / step.ms)} ${step.unit} ago`;
}
