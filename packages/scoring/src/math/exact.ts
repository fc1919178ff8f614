/**
 * Exact rational arithmetic, for every place where rounding decides.
 *
 * A double is read as the decimal that people wrote: 0.1 is one tenth, not the nearest binary number. So half a point
 * is exactly half a point and is rounded up on every machine.
 */
export interface Fraction {
  readonly num: bigint;
  /** Always positive. */
  readonly den: bigint;
}

export const ZERO: Fraction = { num: 0n, den: 1n };

/** The shortest decimal that reads back as `value`, or the whole number itself. */
export function fraction(value: number | bigint): Fraction {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return { num: BigInt(value), den: 1n };
  const [mantissa, exponent = '0'] = String(value).split('e');
  const [whole, decimals = ''] = (mantissa as string).split('.');
  const digits = BigInt(`${whole}${decimals}`);
  const scale = Number(exponent) - decimals.length;
  return scale >= 0 ? { num: digits * 10n ** BigInt(scale), den: 1n } : { num: digits, den: 10n ** BigInt(-scale) };
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  a.den === b.den
    ? { num: a.num + b.num, den: a.den }
    : reduce({ num: a.num * b.den + b.num * a.den, den: a.den * b.den });

export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, { num: -b.num, den: b.den });

export const multiply = (a: Fraction, b: Fraction): Fraction => reduce({ num: a.num * b.num, den: a.den * b.den });

/** `a / b`; `b` must not be zero. */
export const divide = (a: Fraction, b: Fraction): Fraction =>
  b.num < 0n
    ? reduce({ num: -a.num * b.den, den: a.den * -b.num })
    : reduce({ num: a.num * b.den, den: a.den * b.num });

export const sum = (terms: readonly Fraction[]): Fraction => terms.reduce(add, ZERO);

/** Negative, zero or positive when `a` is below, equal to or above `b`. */
export const compare = (a: Fraction, b: Fraction): number =>
  Number(a.num * b.den - b.num * a.den > 0n) - Number(a.num * b.den - b.num * a.den < 0n);

export function clamp(value: Fraction, low: Fraction, high: Fraction): Fraction {
  if (compare(value, low) < 0) return low;
  return compare(value, high) > 0 ? high : value;
}

/** The largest whole number at or below the value. */
export function floor({ num, den }: Fraction): number {
  const quotient = num / den;
  return Number(num % den < 0n ? quotient - 1n : quotient);
}

/** The nearest whole number; halves round up. */
export const roundHalfUp = ({ num, den }: Fraction): number => floor({ num: 2n * num + den, den: 2n * den });

/** The nearest double. */
export function toNumber({ num, den }: Fraction): number {
  if (num < 0n) return -toNumber({ num: -num, den });
  if (num <= MAX_SAFE && den <= MAX_SAFE) return Number(num) / Number(den);
  // both would be rounded before the division: shift until the quotient has spare bits, then round once
  const shift = Math.max(0, 64 + bitLength(den) - bitLength(num));
  const scaled = num << BigInt(shift);
  const remainder = scaled % den === 0n ? 0n : 1n;
  const half = Math.floor(shift / 2);
  return Number((scaled / den) | remainder) / 2 ** half / 2 ** (shift - half);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const bitLength = (value: bigint): number => value.toString(2).length;

function reduce({ num, den }: Fraction): Fraction {
  let [a, b] = [num < 0n ? -num : num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return a > 1n ? { num: num / a, den: den / a } : { num, den };
}
