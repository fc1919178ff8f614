import { AssayError } from '@assay/schema';
import { type ApiKey, ApiKeyId, createApiKey } from '@assay/schema/api';
import type { Owner, Store } from '@assay/server';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { findOrganization } from '../../server/find-organization.ts';
import { type ActionOutput, DATABASE_HELP, DATABASE_OPTIONS, runInDatabase } from '../../server/open-store.ts';
import { parseOptions } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { drawKeys } from './draw-keys.ts';
import { listAll } from './list-all.ts';

const HELP = `Usage: assay key create [--name NAME] [--scopes read,write] [--expires 90d] [OPTIONS]
       assay key list [OPTIONS]
       assay key revoke KEY_ID… [OPTIONS]

Manages API keys directly in the database. Needs no running server and no other key.

  --name NAME          purpose of the key, shown in lists
  --scopes A,B         read, write or admin; each includes the ones before it (default: write)
  --expires DAYS       days until the key stops working, such as 90d (default: never)
  --org ORG            organization, by id or name (default: the first one)
${DATABASE_HELP}
  --json               print {api_key, secret, database}, {api_keys, database} or {revoked, database}

The output names the database. The embedded database must already exist: run this in the folder where you started
\`assay serve\`.

A key is printed once, when it is created; only its digest is stored. Revoking a key takes effect within a few seconds.

Exit codes: 0 done · 2 usage error, or no such key or database · 3 the database cannot be reached
`;

/** The actor name in the audit log. */
const ACTOR = 'assay key';
const NewKey = createApiKey.body as NonNullable<typeof createApiKey.body>;
const ACTIONS = { create, list, revoke };

interface Asked {
  readonly words: readonly string[];
  readonly name: string | undefined;
  readonly scopes: string | undefined;
  readonly expires: string | undefined;
}

/** An action with validated arguments. */
type Act = (store: Store, owner: Pick<Owner, 'organization_id'>) => Promise<ActionOutput>;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    name: { type: 'string' },
    scopes: { type: 'string' },
    expires: { type: 'string' },
    org: { type: 'string' },
    ...DATABASE_OPTIONS,
  });
  const [action = '', ...words] = positionals;
  if (!isAction(action)) throw new AssayError('usage', `expected create, list or revoke, found ${action || 'nothing'}`);
  const act = ACTIONS[action]({ words, name: values.name, scopes: values.scopes, expires: values.expires });
  const { org } = values;
  await runInDatabase(values, async (store, owner) =>
    act(store, org === undefined ? owner : findOrganization(await store.organizations.list(), org)),
  );
  return 0;
};

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text);

function create({ words, name = 'created on the command line', scopes = 'write', expires }: Asked): Act {
  if (words.length > 0) throw new AssayError('usage', `unexpected argument ${words[0]}; pass a name with --name`);
  const asked = NewKey.safeParse({
    name,
    scopes: scopes.split(',').map((scope) => scope.trim()),
    ...(expires === undefined ? {} : { expires_in_days: readDays(expires) }),
  });
  if (!asked.success) {
    const [issue] = asked.error.issues;
    const message = `invalid --${optionOf(String(issue?.path[0]))}: ${issue?.message}; see \`assay key --help\``;
    throw new AssayError('usage', message);
  }
  const details = asked.data;
  return (store, { organization_id }) =>
    store.transaction(async ({ api_keys, audit_log }) => {
      const made = await api_keys.create(organization_id, details);
      const { api_key_id: target, name: called, scopes: may, expires_at } = made.api_key;
      await audit_log.append(organization_id, { actor: ACTOR, action: 'api_key.create', target, details });
      const until = expires_at === null ? '' : ` until ${expires_at.slice(0, 10)}`;
      const hint = `Shown only once. To revoke it: assay key revoke ${target}`;
      return { json: made, text: `${made.secret}\n\n${called}, may ${may.join(', ')}${until}. ${hint}\n` };
    });
}

// `90d` and `90` are the same
const readDays = (text: string): number => (/^\d+d?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN);

const optionOf = (field: string): string => (field === 'expires_in_days' ? 'expires' : field);

function list({ words }: Asked): Act {
  if (words.length > 0) throw new AssayError('usage', `unexpected argument ${words[0]}`);
  return async (store, { organization_id }) => {
    const api_keys = await listAll((page) => store.api_keys.list(organization_id, page));
    return { json: { api_keys }, text: drawKeys(api_keys, wantsColor(process.stdout) ? COLOR : PLAIN) };
  };
}

function revoke({ words }: Asked): Act {
  const ids = ApiKeyId.array().min(1).safeParse(words);
  if (!ids.success)
    // must not repeat the value: it may be a secret key
    throw new AssayError(
      'usage',
      'expected key ids such as key_01m7ew0rvjraj0vfggyenb7x96; `assay key list` shows them',
    );
  return async (store, { organization_id }) => {
    const { revokeKey } = await import('@assay/server');
    return await store.transaction(async (tables) => {
      const revoked: ApiKey[] = [];
      for (const api_key_id of ids.data) {
        const key = await revokeKey(tables, { organization_id, api_key_id, actor: ACTOR });
        if (key === undefined) throw new AssayError('not_found', `there is no key ${api_key_id}; nothing was revoked`);
        revoked.push(key);
      }
      const lines = revoked.map(({ api_key_id, name }) => `revoked ${api_key_id}  ${escapeControls(name)}\n`);
      return { json: { revoked }, text: lines.join('') };
    });
  };
}
