const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);

const WHOLE = numbers({ maximumFractionDigits: 0 });
const COMPACT = numbers({ notation: 'compact', maximumSignificantDigits: 3 });
const ONE_DIGIT = numbers({ maximumFractionDigits: 1 });
const RATIO = numbers({ maximumFractionDigits: 2 });
const HUNDREDTHS = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PERCENT = numbers({ style: 'percent', maximumFractionDigits: 1 });
const CENTS = numbers({ style: 'currency', currency: 'USD' });
const DOLLARS = numbers({ style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** Replaces a missing number. The reason is shown next to it. */
export const NO_NUMBER = '–';

export const formatScore = (score: number | null): string => (score === null ? NO_NUMBER : WHOLE.format(score));
export const formatCount = (count: number): string => WHOLE.format(count);
export const formatCompact = (count: number): string => COMPACT.format(count);
export const formatRatio = (ratio: number): string => RATIO.format(ratio);
/** A score from 0 to 1 with two decimals, so that columns of scores align. */
export const formatUnitScore = (score: number | null): string =>
  score === null ? NO_NUMBER : HUNDREDTHS.format(score);
export const formatPercent = (ratio: number): string => PERCENT.format(ratio);
export const formatUsd = (usd: number): string => DOLLARS.format(usd);
/** An amount to the cent, so that columns of amounts align. */
export const formatCents = (usd: number): string => (usd > 0 && usd < 0.005 ? '<$0.01' : CENTS.format(usd));

/** Points of a ledger as their effect on the score: a loss is negative. */
export function formatLoss(points: number): string {
  const sign = points > 0 ? '−' : '+';
  const size = Math.abs(points);
  return size < 0.01 ? `${sign}<0.01` : `${sign}${RATIO.format(size)}`;
}

/** `1 run`, `2 runs`. */
export const formatNoun = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${WHOLE.format(bytes)} B`;
  if (bytes < 999_500) return `${ONE_DIGIT.format(bytes / 1_000)} kB`;
  if (bytes < 999_950_000) return `${ONE_DIGIT.format(bytes / 1_000_000)} MB`;
  return `${ONE_DIGIT.format(bytes / 1_000_000_000)} GB`;
}

export function formatDuration(ms: number | null): string {
  if (ms === null) return 'unknown';
  if (ms < 1_000) return `${WHOLE.format(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${ONE_DIGIT.format(seconds)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** An instant in UTC, to the second. */
export function formatInstant(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? 'unknown' : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `goal_achievement` as `goal achievement`. */
export const formatName = (name: string): string => name.replaceAll('_', ' ');

/** A value as JSON, or a note if it is nested too deeply for the engine. */
export function formatJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch {
    return '(nested too deeply to show)';
  }
}

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
