import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret for a link or a cookie. */
export const createToken = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The digest under which a secret is stored. 256 random bits cannot be guessed, so it need not be slow. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();
