import type { LedgerEntry } from '@assay/schema';

const SHOWN_PER_GROUP = 20;
// a difference this small is left over from writing decimals in binary, and nobody lost it
const RESIDUE = 1e-6;

/** Points lost to one piece of evidence. Losses of one group are listed together, the largest first. */
export interface Loss {
  readonly group: string;
  readonly points: number;
  readonly reason: string;
  readonly ref: string | null;
}

/**
 * Writes down where the points went, so that the ledger and the score add up to the maximum exactly: all points are
 * multiples of one power of two, which add up without rounding in any order. A group names its 20 largest losses
 * and sums up the others; what rounding took or gave back has its own entry.
 */
export function settle(maximum: number, score: number, losses: readonly Loss[]): LedgerEntry[] {
  const unit = unitOf(maximum);
  const ledger: LedgerEntry[] = [];
  for (const [group, members] of Map.groupBy(losses, (loss) => loss.group)) {
    const entries = members
      .map(({ points, reason, ref }) => ({ points: Math.round(points / unit) * unit, reason, ref }))
      .filter(({ points }) => points !== 0);
    const { largest, others } = split(entries);
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

// the finest power of two of which a double can count up to the maximum
function unitOf(maximum: number): number {
  let unit = 2 ** -53;
  while (unit * 2 ** 53 < maximum) unit *= 2;
  return unit;
}

// by insertion into a short list: linear in the number of losses
function split(entries: readonly LedgerEntry[]): { largest: LedgerEntry[]; others: LedgerEntry[] } {
  const largest: LedgerEntry[] = [];
  const others: LedgerEntry[] = [];
  for (const entry of entries) {
    if (largest.length === SHOWN_PER_GROUP && entry.points <= (largest.at(-1) as LedgerEntry).points) {
      others.push(entry);
      continue;
    }
    const place = largest.findLastIndex(({ points }) => points >= entry.points) + 1;
    largest.splice(place, 0, entry);
    if (largest.length > SHOWN_PER_GROUP) others.push(largest.pop() as LedgerEntry);
  }
  return { largest, others };
}

const total = (entries: readonly LedgerEntry[]): number => entries.reduce((all, { points }) => all + points, 0);
