import { randomBytes } from 'node:crypto';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const BLOB = new RegExp(`^(${UUID})/([0-9a-f]{64})\\.[0-9a-f]{16}(?:\\.zst)?$`);
const RANDOM_BYTES = 8;

/** The blob that says which database may delete here. */
export const OWNER_BLOB = 'owner';

interface BlobKey {
  readonly organization: string;
  readonly digest: string;
}

/**
 * A new name for a content. No other writer uses it: otherwise one could write a name that another is just deleting.
 */
export const createBlobName = ({ organization, digest }: BlobKey, encoding: 'identity' | 'zstd'): string =>
  `${organization}/${digest}.${randomBytes(RANDOM_BYTES).toString('hex')}${encoding === 'zstd' ? '.zst' : ''}`;

/** The organization and the digest in a name; undefined for other names. */
export function parseBlobName(name: string): BlobKey | undefined {
  const [, organization, digest] = BLOB.exec(name) ?? [];
  return organization === undefined || digest === undefined ? undefined : { organization, digest };
}

/** Whether a store may be asked for a name. Others could lead out of its folder. */
export const isBlobName = (name: string): boolean => name === OWNER_BLOB || BLOB.test(name);
