import { constants } from 'node:os';

/** Sends a signal to one process, if it still exists. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended in the meantime
  }
}

/** Sends a signal to a process group, if it still exists. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
}

/** The name of a signal; undefined if there is none of this number. */
export function findSignal(number: number): NodeJS.Signals | undefined {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number);
  return entry?.[0] as NodeJS.Signals | undefined;
}
