import { AssayError, Instant } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { query, sanitizeText, sql } from '../../sql/sql.ts';

const Bytes = z.instanceof(Uint8Array);

/** A current or former signing key, without its private key. */
export const SigningKey = z.object({
  kid: z.string(),
  public_key: Bytes,
  created_at: Instant,
  /** When it stopped signing. */
  retired_at: Instant.nullable(),
  /** When everything it signed became invalid. */
  revoked_at: Instant.nullable(),
  revoked_reason: z.string().nullable(),
});
export type SigningKey = z.infer<typeof SigningKey>;

/** A key pair; the private key as PKCS #8. */
export interface NewSigningKey {
  readonly kid: string;
  readonly public_key: Uint8Array;
  readonly private_key: Uint8Array;
}

const Secret = z.object({ kid: z.string(), private_key: Bytes });
const columns = sql`kid, public_key, created_at, retired_at, revoked_at, revoked_reason`;

/** The keys of the server. They belong to no organization: the server signs. */
export const signingKeysTable = (connection: Connection) => {
  const findSigning = (): Promise<z.infer<typeof Secret> | undefined> =>
    connection.find(query(Secret)`
      select kid, private_key from signing_keys where retired_at is null and revoked_at is null`);
  return {
    /** The current signing key. */
    findSigning,

    /** Makes a key the signing key unless there is one. Returns the signing key. */
    async start({ kid, public_key, private_key }: NewSigningKey): Promise<z.infer<typeof Secret>> {
      await connection.run(sql`
        insert into signing_keys (kid, public_key, private_key) values (${kid}, ${public_key}, ${private_key})
        on conflict do nothing`);
      const signing = await findSigning();
      if (signing === undefined)
        throw new AssayError('conflict', 'The signing key was removed at the same time; try again');
      return signing;
    },

    /** Retires the signing key. Its signatures stay valid. */
    retire: (): Promise<number> =>
      connection.run(sql`update signing_keys set retired_at = now() where retired_at is null and revoked_at is null`),

    /** Invalidates everything a key signed and deletes its private key. Undefined if there is no such key. */
    revoke: ({ kid, reason }: { kid: string; reason: string }): Promise<SigningKey | undefined> =>
      connection.find(query(SigningKey)`
        update signing_keys set
          revoked_at = coalesce(revoked_at, now()), revoked_reason = coalesce(revoked_reason, ${sanitizeText(reason)}),
          private_key = null
        where kid = ${kid} returning ${columns}`),

    /** All keys, newest first. */
    list: (): Promise<SigningKey[]> =>
      connection.list(query(SigningKey)`select ${columns} from signing_keys order by created_at desc, kid`),
  };
};
