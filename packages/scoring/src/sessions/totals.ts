import type { GradedTranscript, SessionTotals } from '@assay/schema';
import { parseInstant } from '../interactions/instant.ts';
import { wasteShares } from './words.ts';

type Summed = Pick<
  GradedTranscript,
  'agent' | 'model' | 'project' | 'started_at' | 'cost_usd' | 'wall_ms' | 'waste' | 'verification' | 'requests'
>;

const KEYS: Readonly<Record<SessionTotals['by'], (grade: Summed) => string>> = {
  week: ({ started_at }) => weekOf(started_at) ?? 'unknown',
  agent: ({ agent }) => agent,
  model: ({ model }) => model ?? 'unknown',
  project: ({ project }) => project ?? 'unknown',
};

/** The totals of sessions by week, agent, model and project; weeks in order, others by cost. */
export function sumSessions(grades: readonly Summed[]): SessionTotals[] {
  return (Object.keys(KEYS) as SessionTotals['by'][]).flatMap((by) => {
    const rows = [...Map.groupBy(grades, KEYS[by])].map(([key, group]) => sumGroup(by, key, group));
    return rows.toSorted((a, b) =>
      by === 'week' ? (a.key < b.key ? -1 : 1) : (b.cost_usd ?? 0) - (a.cost_usd ?? 0) || b.sessions - a.sessions,
    );
  });
}

function sumGroup(by: SessionTotals['by'], key: string, group: readonly Summed[]): SessionTotals {
  const add = (amounts: readonly (number | null)[]): number | null => {
    const known = amounts.filter((amount) => amount !== null);
    return known.length === 0 ? null : known.reduce((all, amount) => all + amount, 0);
  };
  const wasted = group.map(({ waste, cost_usd }) => {
    const shares = wasteShares(waste, 'money');
    return shares === null || cost_usd === null ? null : shares.wasted * cost_usd;
  });
  return {
    by,
    key,
    sessions: group.length,
    verified: group.filter(({ verification }) => verification === 'verified').length,
    red: group.filter(({ verification }) => verification === 'red').length,
    corrections: group.reduce(
      (all, { requests }) => all + requests.reduce((sum, one) => sum + one.corrections.length, 0),
      0,
    ),
    cost_usd: add(group.map(({ cost_usd }) => cost_usd)),
    wasted_usd: add(wasted),
    wall_ms: add(group.map(({ wall_ms }) => wall_ms)),
  };
}

const DAY = 86_400_000_000;

/** The Monday of the week of an instant, such as `2026-11-16`. */
export function weekOf(at: string | null): string | null {
  const micros = parseInstant(at);
  if (micros === null) return null;
  const day = Math.floor(micros / DAY);
  // 1970-01-01 was a Thursday
  return formatDay(day - ((((day + 3) % 7) + 7) % 7));
}

// days since 1970 to a date, with years that start in March
function formatDay(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const pad = (number: number, width: number) => String(number).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1, 2)}`;
}
