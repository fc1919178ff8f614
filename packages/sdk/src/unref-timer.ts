/** A timer that does not keep the process alive; the exit handler sends the rest. */
export function unrefTimer(callback: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(callback, ms);
  // Node, Bun and Deno return an object; browsers return a number
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}
