import { AssayError, type OrganizationId } from '@assay/schema';
import type { Store } from '@assay/server';
import { findOrganization } from '../../server/find-organization.ts';
import { escapeControls } from '../../terminal/output.ts';
import { drawTable } from '../../terminal/table.ts';
import { listAll } from '../key/list-all.ts';
import { ACTOR, type Act, type Asked, readWords } from './org-action.ts';

const LAST_ENTRIES = 200;

/** Lists the browsers that are signed in to an organization. */
export function signIns({ words }: Asked): Act {
  const [named] = readWords(words, ['ORG']);
  return async (store) => {
    const organization_id = await findId(store, named);
    const sign_ins = await listAll((page) => store.sessions.list(organization_id, page));
    const rows = sign_ins.map(({ sign_in_id, actor, actor_name, scopes, created_at }) => [
      sign_in_id,
      escapeControls(actor_name ?? actor),
      scopes.join(','),
      toMinute(created_at),
    ]);
    return { json: { sign_ins }, text: draw(rows, 'No browser is signed in.') };
  };
}

/** Signs a browser out. */
export function signOut({ words }: Asked): Act {
  const [named, target] = readWords(words, ['ORG', 'SIGN_IN']);
  return async (store) => {
    const organization_id = await findId(store, named);
    const ended = await store.transaction(async ({ sessions, audit_log }) => {
      const found = await sessions.endSignIn(organization_id, target);
      if (found === undefined)
        throw new AssayError('not_found', `there is no sign-in ${escapeControls(target)}; see \`assay org sign-ins\``);
      const details = { actor: found.actor };
      await audit_log.append(organization_id, { actor: ACTOR, action: 'sign_in.end', target, details });
      return found;
    });
    return { json: { sign_in: ended }, text: `signed out ${target}\n` };
  };
}

/** Lists the last entries of the audit log, newest first. */
export function audit({ words }: Asked): Act {
  const [named] = readWords(words, ['ORG']);
  return async (store) => {
    const organization_id = await findId(store, named);
    const { items } = await store.audit_log.list(organization_id, { limit: LAST_ENTRIES, after: null });
    const rows = items.map(({ at, action, actor, actor_name, target }) => [
      toMinute(at),
      escapeControls(action),
      escapeControls(actor_name ?? actor),
      escapeControls(target ?? ''),
    ]);
    return { json: { audit_log: items }, text: draw(rows, 'No changes yet.') };
  };
}

const findId = async (store: Store, named: string): Promise<OrganizationId> =>
  findOrganization(await store.organizations.list(), named).organization_id;

const toMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

function draw(rows: readonly string[][], empty: string): string {
  if (rows.length === 0) return `${empty}\n`;
  const [, ...lines] = drawTable(['', '', '', ''], rows);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
