import { type FailureClass, isDiskFull } from '@assay/schema';

/** Something around the agent broke. It ends the run and is not the agent's failure. */
export class RunFailureError extends Error {
  override readonly name = 'Fault';
  readonly failure_class: FailureClass;

  constructor(failure_class: FailureClass, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure_class = failure_class;
  }
}

/** Runs an action whose failures all have this class. */
export async function guard<T>(failure_class: FailureClass, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw toRunFailureError(error, failure_class);
  }
}

/** Converts an error to a Fault of the given class. Keeps a Fault's own class, and detects a full disk. */
export function toRunFailureError(error: unknown, otherwise: FailureClass): RunFailureError {
  if (error instanceof RunFailureError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error)) return new RunFailureError('disk_full', `the disk is full: ${message}`, error);
  return new RunFailureError(otherwise, message, error);
}
