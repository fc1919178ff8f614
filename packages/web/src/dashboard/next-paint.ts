// a hidden page paints nothing
const LONGEST_MS = 100;

/** Waits until what was rendered is on the screen. */
export function nextPaint(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, LONGEST_MS);
  return promise;
}
