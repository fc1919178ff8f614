import type { ApiKey } from '@assay/schema/api';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useNow } from '../../use-now.ts';
import { NameField } from './name-field.tsx';

/** The API keys, and the form to create one. */
export function KeysSection() {
  const keys = usePages('listApiKeys', { limit: 200 });
  const revoke = useAction({
    act: (api_key_id: ApiKey['api_key_id']) => api.revokeApiKey({ api_key_id }),
    changes: ['listApiKeys'],
  });
  return (
    <>
      <NewKey />
      <Card title="API keys">
        <ActionError error={revoke.error} />
        <Paged pages={keys} what="the keys" empty={<p className="note">No API keys yet.</p>}>
          {(items) => <KeyTable keys={items} rest={keys} busy={revoke.isPending} revoke={revoke.mutate} />}
        </Paged>
      </Card>
    </>
  );
}

const SCOPES = [
  { scope: 'read', about: 'view everything' },
  { scope: 'write', about: 'also send runs and evaluations' },
  { scope: 'admin', about: 'also change settings and keys' },
] as const;

const EXPIRY_DAYS = [7, 30, 90, 365];

function NewKey() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<(typeof SCOPES)[number]['scope']>('write');
  const [days, setDays] = useState('');
  const create = useAction({
    act: () => api.createApiKey({ name, scopes: [scope], ...(days === '' ? {} : { expires_in_days: Number(days) }) }),
    changes: ['listApiKeys'],
    done: () => setName(''),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <Card title="New key">
      <form className="form" onSubmit={onSubmit}>
        <NameField hint="Who or what uses the key." value={name} change={setName} />
        <Field label="Scope">
          {(control) => (
            <select {...control} value={scope} onChange={(event) => setScope(event.target.value as typeof scope)}>
              {SCOPES.map((one) => (
                <option key={one.scope} value={one.scope}>
                  {one.scope}: {one.about}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Expires">
          {(control) => (
            <select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
              <option value="">never</option>
              {EXPIRY_DAYS.map((count) => (
                <option key={count} value={count}>
                  in {count} days
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="form-end">
          <button type="submit" className="primary" disabled={create.isPending}>
            Create key
          </button>
          <ActionError error={create.error} />
        </div>
      </form>
      {create.data === undefined ? null : (
        <SecretOnce
          title={`Key ${visibleLine(create.data.name)} created.`}
          secret={create.data.secret}
          close={() => create.reset()}
        />
      )}
    </Card>
  );
}

interface TableProps {
  readonly keys: readonly ApiKey[];
  readonly rest: Rest;
  readonly busy: boolean;
  readonly revoke: (api_key_id: ApiKey['api_key_id']) => void;
}

const isPast = (instant: string | null, now: number): boolean => instant !== null && Date.parse(instant) <= now;

const NEWEST = { sort: 'created', order: 'desc' } as const;
const COLUMNS: readonly Column<ApiKey>[] = [
  { id: 'name', title: 'Name', read: ({ name }) => name },
  { id: 'scopes', title: 'Scopes', read: ({ scopes }) => scopes.join(', ') },
  { id: 'id', title: 'ID', className: 'lesser' },
  { id: 'created', title: 'Created', read: ({ created_at }) => created_at, first: 'desc', className: 'lesser' },
  { id: 'used', title: 'Last used', read: ({ last_used_at }) => last_used_at, first: 'desc' },
  { id: 'expires', title: 'Expires', read: ({ expires_at }) => expires_at },
  { id: 'actions', title: 'Actions', isUnseen: true },
];

function KeyTable({ keys, rest, busy, revoke }: TableProps) {
  const now = useNow();
  return (
    <SortedTable label="API keys" columns={COLUMNS} rows={keys} first={NEWEST} rest={rest}>
      {({ api_key_id, name, scopes, created_at, last_used_at, expires_at, revoked_at }) => (
        <tr key={api_key_id} data-off={revoked_at !== null || isPast(expires_at, now) ? true : undefined}>
          <th scope="row">
            <bdi>{visibleLine(name)}</bdi>
          </th>
          <td>{scopes.join(', ')}</td>
          <td className="lesser">
            <code>{api_key_id}</code>
          </td>
          <td className="lesser">
            <TimeAgo at={created_at} />
          </td>
          <td>
            <TimeAgo at={last_used_at} />
          </td>
          <td>{expires_at === null ? <span className="note">never</span> : formatInstant(expires_at)}</td>
          <td className="deeds">
            {revoked_at === null ? (
              <ConfirmButton
                name="Revoke"
                really="Really revoke"
                about={`the key ${visibleLine(name)}`}
                disabled={busy}
                act={() => revoke(api_key_id)}
              />
            ) : (
              <span className="note">
                revoked <TimeAgo at={revoked_at} />
              </span>
            )}
          </td>
        </tr>
      )}
    </SortedTable>
  );
}
