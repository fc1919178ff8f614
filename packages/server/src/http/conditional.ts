import { hash } from 'node:crypto';

/** Names what is answered, so that a caller who has it need not be sent it again. */
export function withTag(headers: Record<string, string>, content: string | Uint8Array): void {
  headers['cache-control'] ??= 'private, no-cache';
  // weak: the bytes on the wire may be compressed in one way or another
  headers['etag'] ??= `W/"${hash('sha1', content, 'base64url')}"`;
}

/** Whether the caller said to have just this. */
export function isUnchanged(request: Headers, answer: Readonly<Record<string, string>>): boolean {
  const asked = request.get('if-none-match');
  if (asked === null) return false;
  const tag = answer['etag']?.replace(/^W\//, '');
  return asked.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
