import { type FailureClass, isDiskFull } from '@assay/schema';

/** Something around the agent broke: it ends the run, and is not the agent's. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly failure_class: FailureClass;

  constructor(failure_class: FailureClass, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure_class = failure_class;
  }
}

/** Does something that can only fail for reasons of this class. */
export async function guard<T>(failure_class: FailureClass, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw toFault(error, failure_class);
  }
}

/** What went wrong as a fault of a class; of its own class where it is one, or where the disk is full. */
export function toFault(error: unknown, otherwise: FailureClass): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error)) return new Fault('disk_full', `the disk is full: ${message}`, error);
  return new Fault(otherwise, message, error);
}
