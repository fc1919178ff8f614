import { statusOf } from './failures.ts';

/** How services say that they do not know a part of a request. */
const REJECTIONS: ReadonlySet<number | undefined> = new Set([400, 415, 422, 501]);

/** Sends a request in the first form the service takes. Which one that is, is remembered once it has worked. */
type SendInForm<F> = <T>(send: (form: F) => Promise<T>) => Promise<T>;

/** Forms of a request, the one that asks most of the service first. */
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
        if (!REJECTIONS.has(statusOf(error))) throw error;
        first ??= error;
      }
    }
    // it was not the form: what the fullest one met says best what is wrong
    throw first;
  };
}
