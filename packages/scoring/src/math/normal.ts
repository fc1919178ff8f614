/**
 * Logarithm, exponential and the normal distribution from +, −, × and ÷ alone. Built-in functions may differ in the
 * last bit between engines; these give the same bits everywhere.
 */
const LN2_HIGH = 0.6931471803691238; // the leading bits of ln 2, so that a whole multiple of it is exact
const LN2_LOW = 1.9082149292705877e-10;

const INVERSE_SQRT_2PI = 0.3989422804014327;

/** Quantiles of the standard normal distribution: 97.5 %, 98.75 % and 80 %. */
export const Z_975 = 1.959963984540054;
export const Z_9875 = 2.241402727604947;
export const Z_80 = 0.8416212335729143;

/** ln x for x > 0. */
export function ln(x: number): number {
  let exponent = 0;
  let mantissa = x;
  while (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    exponent--;
  }
  // ln m = 2 artanh((m − 1)/(m + 1)), and the argument is at most 0.172
  const s = (mantissa - 1) / (mantissa + 1);
  let series = 0;
  for (let k = 21; k >= 1; k -= 2) series = series * s * s + 1 / k;
  return exponent * LN2_HIGH + (exponent * LN2_LOW + 2 * s * series);
}

/** e to the power of x. */
export function exp(x: number): number {
  if (x < -745) return 0;
  const k = Math.round(x / (LN2_HIGH + LN2_LOW));
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let series = 1;
  for (let n = 18; n >= 1; n--) series = 1 + (series * r) / n;
  for (let i = 0; i < k; i++) series *= 2;
  for (let i = 0; i > k; i--) series /= 2;
  return series;
}

/** Φ, the share of a standard normal distribution below z. */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  if (x < 3) {
    // z + z³/3 + z⁵/(3·5) + …, all of one sign
    let term = z;
    let series = z;
    for (let k = 3; Math.abs(term) > Number.EPSILON * Math.abs(series) && k < 200; k += 2) {
      term *= (z * z) / k;
      series += term;
    }
    return 0.5 + density(z) * series;
  }
  // the tail as a continued fraction: φ(x) / (x + 1/(x + 2/(x + …)))
  let fraction = x;
  for (let k = 80; k >= 1; k--) fraction = x + k / fraction;
  const tail = density(x) / fraction;
  return z < 0 ? tail : 1 - tail;
}

const density = (z: number): number => INVERSE_SQRT_2PI * exp((-z * z) / 2);
