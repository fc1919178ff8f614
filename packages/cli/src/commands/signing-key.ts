import { createPublicKey } from 'node:crypto';
import { AssayError, type KeyDirectory } from '@assay/schema';
import type { Store } from '@assay/server';
import { toPublicKey } from '@assay/server/attestations';
import type { Run } from '../command.ts';
import { databaseUrl } from '../config.ts';
import { chooseDatabase } from '../server/choose-database.ts';
import { openSigningKey } from '../signing-key.ts';
import { onOneLine } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';
import { drawTable } from '../terminal/table.ts';

const HELP = `Usage: assay signing-key list [OPTIONS]
       assay signing-key rotate [OPTIONS]
       assay signing-key revoke KID --reason TEXT [OPTIONS]
       assay signing-key export

Manages the keys that a server signs attestations with. Rotate: a new key signs from now on; earlier attestations stay
valid. Revoke: everything the key ever signed becomes invalid, and its private key is deleted. Export: prints the public
key of this machine, which signs records of changes and decisions of hooks, for \`assay verify --key\`.

  --database-url URL   PostgreSQL of the server (default: DATABASE_URL, otherwise the embedded one in FOLDER/db)
  --root FOLDER        data folder (default: .assay)
  --json               print active and revoked keys, as in /.well-known/assay-keys.json

Exit codes: 0 done · 2 usage error, or no such key or database · 3 the database cannot be reached
`;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    reason: { type: 'string' },
    'database-url': { type: 'string' },
    root: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals[0] === 'export') {
    const key = toPublicKey(createPublicKey(openSigningKey()));
    await writeOut(`${JSON.stringify({ keys: [key], revoked: [] } satisfies KeyDirectory)}\n`);
    return 0;
  }
  const act = readAction(positionals, values.reason);
  const { describeKeys, hasDatabase, openDatabase, openStore } = await import('@assay/server');
  const named = { url: values['database-url'] ?? databaseUrl(), root: values.root };
  const { database, ...chosen } = chooseDatabase(named, hasDatabase);
  await using opened = await openDatabase(chosen);
  await using store = await openStore({ url: opened.url, connections: 1 });
  await act(store);
  const directory = describeKeys(await store.signing_keys.list());
  if (values.json) {
    await writeOut(`${JSON.stringify(directory)}\n`);
    return 0;
  }
  const rows = [
    ...directory.keys.map(({ kid, created_at, retired_at }) => [
      kid,
      retired_at ? `retired ${retired_at}` : 'signs',
      `created ${created_at}`,
    ]),
    ...directory.revoked.map(({ kid, revoked_at, reason }) => [kid, `revoked ${revoked_at}`, onOneLine(reason)]),
  ];
  const told =
    rows.length === 0
      ? 'No keys yet. The first attestation creates one.'
      : drawTable(['key', 'state', ''], rows).join('\n');
  await writeOut(`${told}\nDatabase: ${onOneLine(database)}\n`);
  return 0;
};

type Act = (store: Store) => Promise<unknown>;

function readAction(words: readonly string[], reason: string | undefined): Act {
  const [action = 'nothing', kid, ...others] = words;
  const most = action === 'revoke' ? 2 : 1;
  if (others.length > 0 || words.length > most) {
    throw new AssayError('usage', `unexpected argument ${words.at(-1)} after ${action}`);
  }
  switch (action) {
    case 'list':
      return async () => undefined;
    case 'rotate':
      return async (store) => (await import('@assay/server')).rotateSigningKey(store);
    case 'revoke': {
      if (kid === undefined || reason === undefined || reason.trim() === '') {
        throw new AssayError('usage', 'name the key and give --reason TEXT; the reason is public');
      }
      return async (store) => {
        if ((await store.signing_keys.revoke({ kid, reason })) === undefined) {
          throw new AssayError('not_found', `there is no signing key ${kid}; \`assay signing-key list\` shows them`);
        }
      };
    }
    default:
      throw new AssayError('usage', `expected list, rotate, revoke or export, found ${action}`);
  }
}
