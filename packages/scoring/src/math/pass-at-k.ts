/**
 * Unbiased estimates from n trials of which c passed, for k ≤ n draws without replacement:
 *
 *   pass@k = 1 − C(n − c, k)/C(n, k)     at least one of k passes
 *   pass^k = C(c, k)/C(n, k)             all k pass
 */
export const passAtK = (c: number, n: number, k: number): number => 1 - chooseRatio(n - c, n, k);

export const passHatK = (c: number, n: number, k: number): number => chooseRatio(c, n, k);

// C(a, k)/C(n, k) as a product, which neither overflows nor cancels
function chooseRatio(a: number, n: number, k: number): number {
  let ratio = 1;
  for (let i = 0; i < k; i++) ratio *= Math.max(0, a - i) / (n - i);
  return ratio;
}
