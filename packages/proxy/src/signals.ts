type Listener = (name: NodeJS.Signals) => void;

/**
 * Takes over signals until disposed, so that they do not end the process before the log is written. Signals that arrive
 * before the first listener is set wait for it.
 */
export function takeSignals(names: readonly NodeJS.Signals[]) {
  const early: NodeJS.Signals[] = [];
  let listener: Listener = (name) => early.push(name);
  const receive = (name: NodeJS.Signals): void => listener(name);
  for (const name of names) {
    process.removeAllListeners(name);
    process.on(name, receive);
  }
  return {
    /** Replaces the listener of all signals. */
    listen(next: Listener): void {
      listener = next;
      for (const name of early.splice(0)) next(name);
    },
    [Symbol.dispose](): void {
      for (const name of names) process.off(name, receive);
    },
  };
}

export type Signals = ReturnType<typeof takeSignals>;
