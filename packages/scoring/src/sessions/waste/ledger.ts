import { toUsd, toUsdMicros, type Waste, WasteCause } from '@assay/schema';
import { utf8Length } from '../../math/utf8.ts';
import type { Stretch } from '../facts/time.ts';
import type { Session } from '../session.ts';
import { apportion, shareOf } from './apportion.ts';
import { type Found, findCauses } from './causes.ts';

/** The share of some interactions in the money and time of a session. */
export interface Cost {
  readonly cost_usd: number | null;
  readonly wall_ms: number | null;
}

/** The waste of a session, and what any of its interactions cost. */
export interface WasteLedger {
  readonly waste: Waste;
  readonly causes: ReadonlyMap<string, WasteCause>;
  costOf(refs: readonly string[]): Cost;
}

const MOST_REFS = 500;

/**
 * Waste: the tokens, money and time of a session by cause, adding up to its totals.
 *
 *   time    exact: the stretch of each step belongs to its cause, waiting to the service or the person
 *   tokens  estimated: a cause has the share of its steps in the size of all text. Rounded down, so that doubt counts
 *           as work; no agent reports tokens per call
 *   money   estimated in the same way
 */
export function buildWaste(session: Session, stretches: readonly Stretch[], found: Found): WasteLedger {
  const { record, steps } = session;
  const causes = findCauses(session, found);
  const bytes = new Map(steps.map(({ interaction: { id, context_bytes } }) => [id, context_bytes]));
  const whole = [...bytes.values()].reduce((all, size) => all + size, otherText(session));
  const time = groupTime(stretches, causes);
  const refs = Map.groupBy(causes.keys(), (id) => causes.get(id) as WasteCause);
  const sizes = WasteCause.options.map((cause) =>
    (refs.get(cause) ?? []).reduce((all, id) => all + (bytes.get(id) ?? 0), 0),
  );
  const wasted = sizes.reduce((all, size) => all + size, 0);
  const divide = (total: number | null): (number | null)[] => {
    if (total === null) return sizes.map(() => null);
    const waste = shareOf(total, wasted, whole);
    const parts = apportion(waste, sizes);
    parts[0] = total - waste;
    return parts;
  };
  const micros = toUsdMicros(record.cost_usd);
  const [tokens, money] = [divide(countTokens(session)), divide(micros)];
  return {
    causes,
    waste: {
      tokens: countTokens(session),
      cost_usd: toUsd(micros),
      wall_ms: record.wall_ms,
      entries: WasteCause.options.map((cause, i) => {
        const own = refs.get(cause) ?? [];
        return {
          cause,
          tokens: tokens[i] as number | null,
          cost_usd: toUsd(money[i] as number | null),
          wall_ms: record.wall_ms === null ? null : (time.byCause.get(cause) ?? 0),
          refs: own.slice(0, MOST_REFS),
          refs_omitted: Math.max(0, own.length - MOST_REFS),
        };
      }),
    },
    costOf: (ids) => ({
      cost_usd: micros === null ? null : toUsd(shareOf(micros, sum(ids, bytes), whole)),
      wall_ms: record.wall_ms === null ? null : sum(ids, time.byStep),
    }),
  };
}

const sum = (ids: readonly string[], amounts: ReadonlyMap<string, number>): number =>
  ids.reduce((all, id) => all + (amounts.get(id) ?? 0), 0);

// a sum that cannot be exact is no count
function countTokens({ record: { usage } }: Session): number | null {
  const all = usage === null ? null : usage.input_tokens + usage.output_tokens;
  return all !== null && Number.isSafeInteger(all) ? all : null;
}

// messages of the person and of the system belong to no step
const otherText = ({ record: { entries } }: Session): number =>
  entries.reduce((all, { type, text }) => (OTHERS.has(type) ? all + utf8Length(text ?? '') : all), 0);

const OTHERS: ReadonlySet<string> = new Set(['user', 'system', 'error']);

function groupTime(stretches: readonly Stretch[], causes: ReadonlyMap<string, WasteCause>) {
  const byCause = new Map<WasteCause, number>();
  const byStep = new Map<string, number>();
  const add = <K>(amounts: Map<K, number>, key: K, ms: number) => amounts.set(key, (amounts.get(key) ?? 0) + ms);
  for (const stretch of stretches) {
    add(byCause, causeOf(stretch, causes), stretch.ms);
    if (stretch.step !== null) add(byStep, stretch.step.interaction.id, stretch.ms);
  }
  return { byCause, byStep };
}

function causeOf({ spent_on, step }: Stretch, causes: ReadonlyMap<string, WasteCause>): WasteCause {
  if (spent_on === 'person') return 'person_wait';
  if (spent_on === 'service') return 'service_wait';
  return (step === null ? undefined : causes.get(step.interaction.id)) ?? 'request';
}
