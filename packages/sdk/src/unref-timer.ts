/** A timer that keeps no process alive: where there is an exit, what is left is sent then. */
export function unrefTimer(callback: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(callback, ms);
  // Node, Bun and Deno give an object; browsers give a number and have no exit to hold up
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}
