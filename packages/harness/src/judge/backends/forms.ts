import { readErrorStatus } from './failures.ts';

/** Statuses with which services reject an unknown part of a request. */
const REJECTIONS: ReadonlySet<number | undefined> = new Set([400, 415, 422, 501]);

/** Sends a request in the first form that the service accepts, and remembers that form. */
type SendInForm<F> = <T>(send: (form: F) => Promise<T>) => Promise<T>;

/** Forms of a request, most demanding first. */
export function createForms<F>(forms: readonly [F, ...F[]]): SendInForm<F> {
  let known = 0;
  return async (send) => {
    let first: unknown;
    for (const [index, form] of forms.entries()) {
      if (index < known) continue;
      try {
        const reply = await send(form);
        known = Math.max(known, index);
        return reply;
      } catch (error) {
        if (!REJECTIONS.has(readErrorStatus(error))) throw error;
        first ??= error;
      }
    }
    // the form was not the problem: the error of the first form is the most useful
    throw first;
  };
}
