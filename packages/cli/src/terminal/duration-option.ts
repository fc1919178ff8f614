import { AssayError } from '@assay/schema';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Validates an option such as `--budget 10m`, in milliseconds. */
export function readDuration(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, number = '', unit = ''] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (number !== '') return Number(number) * (UNITS_MS[unit] as number);
  throw new AssayError(
    'usage',
    `--${option}: expected a duration such as 90s, 10m, 2h or 30d, found ${JSON.stringify(text)}`,
  );
}
