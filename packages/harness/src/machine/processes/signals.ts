/** Sends a signal to one process; that it is gone already is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended between being seen and being signalled, which is what the signal was for
  }
}

/** Sends a signal to a process group; that it is gone already is fine. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
}
