import { AssayError, type FailureClass } from '@assay/schema';

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
    if (error instanceof Fault || (error as Error).name === 'AbortError') throw error;
    const message = error instanceof AssayError || error instanceof Error ? error.message : String(error);
    throw new Fault(failure_class, message, error);
  }
}
