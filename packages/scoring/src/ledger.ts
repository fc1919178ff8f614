import type { LedgerEntry } from '@assay/schema';
import { splitLargest } from './math/largest.ts';

/** A text of a formula as people read it: its numbers are exact, such as 0.20000000000000004. */
export const roundNumbers = (text: string): string =>
  text.replace(/\d+\.\d{6,}/g, (number) => String(Math.round(Number(number) * 100) / 100));

const SHOWN_PER_GROUP = 20;
// smaller differences come from binary representation of decimals and are not losses
const RESIDUE = 1e-6;

/** Points lost to one piece of evidence. Losses of one group are listed together, the largest first. */
export interface Loss {
  readonly group: string;
  readonly points: number;
  readonly reason: string;
  readonly ref: string | null;
}

/**
 * Lists where the points went, so that ledger and score add up to the maximum exactly. All points are multiples of one
 * power of two, which add up without rounding in any order. A group lists its 20 largest losses and sums up the others;
 * the effect of rounding has a separate entry.
 */
export function buildLedger(maximum: number, score: number, losses: readonly Loss[]): LedgerEntry[] {
  const unit = unitOf(maximum);
  const ledger: LedgerEntry[] = [];
  for (const [group, members] of Map.groupBy(losses, (loss) => loss.group)) {
    const entries = members
      .map(({ points, reason, ref }) => ({ points: Math.round(points / unit) * unit, reason, ref }))
      .filter(({ points }) => points !== 0);
    const { largest, others } = splitLargest(entries, SHOWN_PER_GROUP, ({ points }) => points);
    ledger.push(...largest);
    if (others.length > 0)
      ledger.push({ points: total(others), reason: `${group}: ${others.length} smaller losses`, ref: null });
  }
  const rest = maximum - score - total(ledger);
  const heaviest = ledger.toSorted((a, b) => b.points - a.points)[0];
  if (heaviest !== undefined && Math.abs(rest) < RESIDUE) heaviest.points += rest;
  else if (rest !== 0) ledger.push({ points: rest, reason: 'rounding', ref: null });
  return ledger;
}

// the smallest power of two whose multiples a double can count up to the maximum
function unitOf(maximum: number): number {
  let unit = 2 ** -53;
  while (unit * 2 ** 53 < maximum) unit *= 2;
  return unit;
}

const total = (entries: readonly LedgerEntry[]): number => entries.reduce((all, { points }) => all + points, 0);
