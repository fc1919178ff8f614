import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { DATABASE_HELP, DATABASE_OPTIONS, runInDatabase } from '../../server/open-store.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { audit, signIns, signOut } from './access.ts';
import { create, deleteOne, list, rename } from './organizations.ts';
import { invite, members, remove, role, signIn } from './people.ts';

const HELP = `Usage: assay org create NAME [OPTIONS]
       assay org list [OPTIONS]
       assay org rename ORG NAME [OPTIONS]
       assay org delete ORG --yes [OPTIONS]
       assay org members ORG [OPTIONS]
       assay org invite ORG [--role ROLE] [--email EMAIL] [--note NOTE] [--url URL] [OPTIONS]
       assay org role ORG MEMBER ROLE [OPTIONS]
       assay org remove ORG MEMBER [OPTIONS]
       assay org sign-in ORG MEMBER [--url URL] [OPTIONS]
       assay org sign-ins ORG [OPTIONS]
       assay org sign-out ORG SIGN_IN [OPTIONS]
       assay org audit ORG [OPTIONS]

Manages the organizations of a server and their members, directly in its database. Organizations share a server and see
nothing of each other. ORG is an id or a name. MEMBER is an id, an email address or a name.

  --role ROLE          viewer (read), editor (also write) or owner (also settings and members; default: editor)
  --email EMAIL        address of the invited person at the identity provider
  --note NOTE          whom the invitation is for
  --url URL            address of the server in links (default: ASSAY_URL, otherwise http://127.0.0.1:4600)
  --yes                delete without asking again
${DATABASE_HELP}
  --json               print one JSON document with the result and the database

A new organization has a workspace and an admin key, which is printed once. The first organization owns the runs in the
folder of the server and cannot be deleted.

An invitation is a link that works once, for seven days. \`sign-in\` prints a link that signs a member in once, within
half an hour. The last owner of an organization cannot be removed or get another role, unless it has an admin key that
does not expire.

\`sign-ins\` lists the signed-in browsers, \`sign-out\` ends one, \`audit\` shows the last 200 changes.

Exit codes: 0 done · 2 usage error, or no such organization, member or database · 3 the database cannot be reached
`;

const ACTIONS = {
  create,
  list,
  rename,
  delete: deleteOne,
  members,
  invite,
  role,
  remove,
  'sign-in': signIn,
  'sign-ins': signIns,
  'sign-out': signOut,
  audit,
};

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    role: { type: 'string' },
    email: { type: 'string' },
    note: { type: 'string' },
    url: { type: 'string' },
    yes: { type: 'boolean' },
    ...DATABASE_OPTIONS,
  });
  const [action = '', ...words] = positionals;
  if (!isAction(action))
    throw new AssayError('usage', `expected one of ${Object.keys(ACTIONS).join(', ')}, found ${action || 'nothing'}`);
  const act = ACTIONS[action]({ words, ...values });
  await runInDatabase(values, act);
  return 0;
};

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text);
