import { hash } from 'node:crypto';

/** Adds an ETag so that clients can skip content they already have. */
export function addEtag(headers: Record<string, string>, content: string | Uint8Array): void {
  headers['cache-control'] ??= 'private, no-cache';
  // weak: the bytes sent differ by compression
  headers['etag'] ??= `W/"${hash('sha1', content, 'base64url')}"`;
}

/** Whether the client already has these bytes. */
export function isUnchanged(request: Headers, answer: Readonly<Record<string, string>>): boolean {
  const asked = request.get('if-none-match');
  if (asked === null) return false;
  const tag = answer['etag']?.replace(/^W\//, '');
  return asked.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}
