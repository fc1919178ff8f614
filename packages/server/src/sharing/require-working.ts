import { AssayError } from '@assay/schema';
import type { OpenedShare } from '../store/tables/access/shares.ts';

/** Throws for a link that no longer works, and says why: whoever has it knew what it shows. */
export function requireWorking({ is_revoked, is_expired, is_allowed }: OpenedShare): void {
  if (is_revoked) throw ended('This link was revoked.');
  if (is_expired) throw ended('This link has expired.');
  if (!is_allowed) throw ended('Links are turned off in the workspace of this link.');
}

const ended = (what: string): AssayError =>
  new AssayError('share_ended', `${what} Ask whoever shared it for a new one.`);
