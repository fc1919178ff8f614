import { AssayError, Login, parse } from '@assay/schema';
import { Session } from '@assay/schema/api';
import type { Run } from '../command.ts';
import { parseServerUrl, requireKey } from '../server/choose-server.ts';
import { loginFile, readLogin, removeLogin, saveLogin } from '../server/login-file.ts';
import { requestServer } from '../server/request-server.ts';
import { readSecret, readStdin } from '../terminal/input.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay login URL [OPTIONS]
       assay login --remove

Stores the address of an Assay server and a key for it, for \`assay push\` and other commands. The key is checked with
the server, and stored in a file that only you can read. Create a key with \`assay key create\` or in the settings of the
dashboard.

  --key-stdin       read the key from standard input instead of asking for it
  --workspace ID    workspace to push to (default: the first of the organization)
  --remove          remove the stored address and key
  --json            print one JSON document: {url, organization, workspace_id, scopes, file}

In CI, set ASSAY_URL and ASSAY_API_KEY instead.

Exit codes: 0 stored · 2 usage error · 3 the server cannot be reached, or refuses the key
`;

// of the answer, only what older servers send too
const KeyOwner = Session.pick({ organization_id: true, organization: true, workspaces: true, scopes: true });
type KeyOwner = Pick<Session, 'organization_id' | 'organization' | 'workspaces' | 'scopes'>;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    'key-stdin': { type: 'boolean' },
    workspace: { type: 'string' },
    remove: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (values.remove) return await remove();
  const [address, stray] = positionals;
  if (address === undefined || stray !== undefined)
    throw new AssayError('usage', `expected the address of one server, found ${positionals.length}`);
  const url = parseServerUrl(address);
  const key = (values['key-stdin'] ? await readStdin() : await readSecret(`Key for ${url}: `)).trim();
  requireKey(key, 'this');
  const session = await checkKey(url, { key, signal });
  const login = parse(Login, {
    url,
    api_key: key,
    organization_id: session.organization_id,
    organization: session.organization,
    workspace_id: chooseWorkspace(session, values.workspace),
  });
  await saveLogin(login);
  const { api_key: _, organization_id: __, ...shown } = login;
  await writeOut(
    values.json
      ? `${JSON.stringify({ ...shown, scopes: session.scopes, file: loginFile() })}\n`
      : escapeControls(`Logged in to ${url} as ${login.organization}. The key is in ${loginFile()}.\n`),
  );
  if (isSentInTheClear(url))
    process.stderr.write(`! ${url} is not encrypted: anyone on the way can read the key. Use https.\n`);
  return 0;
};

async function remove(): Promise<number> {
  const known = readLogin();
  await removeLogin();
  await writeOut(known === null ? 'There was no login.\n' : `Removed the key for ${known.url}.\n`);
  return 0;
}

async function checkKey(url: string, { key, signal }: { key: string; signal: AbortSignal }): Promise<KeyOwner> {
  const server = { url, api_key: key };
  const session = await requestServer(server, { operation: 'getSession', input: {}, answer: KeyOwner, signal });
  if (session.scopes.includes('write') || session.scopes.includes('admin')) return session;
  throw new AssayError('forbidden', `this key may only read; pushing needs a key with the scope write`);
}

function chooseWorkspace({ workspaces }: KeyOwner, named: string | undefined): string | null {
  if (named === undefined) return null;
  const found = workspaces.find(({ workspace_id, name }) => workspace_id === named || name === named);
  if (found !== undefined) return found.workspace_id;
  throw new AssayError(
    'usage',
    `no workspace ${named}; there are ${workspaces.map(({ workspace_id, name }) => `${name} (${workspace_id})`).join(', ')}`,
  );
}

function isSentInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
