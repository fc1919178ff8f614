import { AssayError } from '@assay/schema';
import { isBlobName, parseBlobName } from './blob-name.ts';
import type { BlobStore, ListedBlob } from './blob-store.ts';
import { createS3Client, type S3Bucket } from './s3-client.ts';
import { encodeS3 } from './s3-signature.ts';

// a page has at most 1,000 names
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Blobs as objects of a bucket, with a server that speaks the protocol of S3. */
export function openS3Blobs(bucket: S3Bucket & { readonly prefix: string }): BlobStore {
  const { location, prefix } = bucket;
  const client = createS3Client(bucket);
  const keyOf = (name: string): string => {
    if (!isBlobName(name)) throw new AssayError('internal', `Not the name of a blob: ${JSON.stringify(name)}`);
    return `${prefix}${name}`;
  };
  return {
    location,
    async put(name, content) {
      await client.send({ method: 'PUT', key: keyOf(name), content });
    },
    get: (name, { max_bytes }) => client.send({ method: 'GET', key: keyOf(name), max_bytes }),
    async delete(name) {
      await client.send({ method: 'DELETE', key: keyOf(name) });
    },
    locate: (name) => `s3://${bucket.bucket}/${keyOf(name)}`,
    async *list(organization) {
      const start = organization === undefined ? prefix : `${prefix}${organization}/`;
      for (let token: string | undefined, more = true; more; more = token !== undefined) {
        const page = await client.send({
          method: 'GET',
          key: '',
          query: listQuery(start, token),
          max_bytes: MAX_PAGE_BYTES,
        });
        const text = page?.toString() ?? '';
        yield* readPage(text, prefix);
        token = readElement(text, 'NextContinuationToken');
      }
    },
  };
}

const listQuery = (prefix: string, token: string | undefined): string =>
  [
    ...(token === undefined ? [] : [`continuation-token=${encodeS3(token)}`]),
    'list-type=2',
    `prefix=${encodeS3(prefix)}`,
  ].join('&');

// the names that we write need no escapes in XML; all others are passed over
function* readPage(text: string, prefix: string): Generator<ListedBlob> {
  for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(object, 'Key') ?? '';
    const modified_ms = Date.parse(readElement(object, 'LastModified') ?? '');
    const name = key.slice(prefix.length);
    if (key.startsWith(prefix) && parseBlobName(name) !== undefined && !Number.isNaN(modified_ms))
      yield { name, modified_ms };
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const readElement = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(text)?.[1]
    ?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? '');
