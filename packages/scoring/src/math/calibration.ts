import { ln, normalCdf } from './normal.ts';

const SIGMA = 0.4;
const MEDIAN = 0.5;

// solves Φ((ln 0.5 − μ)/0.4) = ½·Φ(−μ/0.4); the test solves it again
const MU = -0.6695297729876852;

/** 100·Φ((ln raw − ln 0.5)/0.4), clamped at both ends. */
export function logNormal(raw: number): number {
  if (raw <= 0) return 0;
  return raw >= 1 ? 100 : 100 * normalCdf((ln(raw) - ln(MEDIAN)) / SIGMA);
}

/** 100·Φ((ln raw − μ)/0.4)/Φ(−μ/0.4), with μ such that a raw 0.5 is 50: the same curve, continuous up to 100. */
export function continuousLogNormal(raw: number): number {
  if (raw <= 0) return 0;
  return raw >= 1 ? 100 : 100 * (normalCdf((ln(raw) - MU) / SIGMA) / normalCdf(-MU / SIGMA));
}
