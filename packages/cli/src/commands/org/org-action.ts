import { AssayError } from '@assay/schema';
import type { Store } from '@assay/server';
import type { ActionOutput } from '../../server/open-store.ts';

/** The actor name in the audit log. */
export const ACTOR = 'assay org';

/** The arguments of an action. */
export interface Asked {
  readonly words: readonly string[];
  readonly role?: string | undefined;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly url?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** An action with validated arguments. */
export type Act = (store: Store) => Promise<ActionOutput>;

/** Exactly the expected arguments. */
export function readWords<const Names extends readonly string[]>(
  words: readonly string[],
  names: Names,
): { [Name in keyof Names]: string } {
  const [missing, extra] = [names[words.length], words[names.length]];
  if (missing !== undefined) throw new AssayError('usage', `expected ${names.join(' ')}; ${missing} is missing`);
  if (extra !== undefined) throw new AssayError('usage', `unexpected argument ${extra}; quote a name with spaces`);
  return words as unknown as { [Name in keyof Names]: string };
}
