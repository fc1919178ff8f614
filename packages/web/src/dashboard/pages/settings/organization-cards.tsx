import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Loaded } from '../../states/loaded.tsx';

/** Creates organizations, and lists those of the server. */
export const OrganizationCards = () => (
  <>
    <Card title="Create an organization">
      <CreateForm />
    </Card>
    <Card title="Organizations of this server">
      <OrganizationTable />
    </Card>
  </>
);

function CreateForm() {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const create = useAction({
    act: () => api.createOrganization({ name, ...(email.trim() === '' ? {} : { email }) }),
    changes: ['listOrganizations'],
    done: () => {
      setName('');
      setEmail('');
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <>
      <form className="form" onSubmit={onSubmit}>
        <Field label="Name" hint="Organizations see nothing of each other, and neither do you of a new one.">
          {(control) => (
            <input
              {...control}
              type="text"
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Email of its first owner" hint="Optional. For signing in with an identity provider.">
          {(control) => (
            <input {...control} type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          )}
        </Field>
        <div className="form-end">
          <button type="submit" className="primary" disabled={create.isPending}>
            Create organization
          </button>
          <ActionError error={create.error} />
        </div>
      </form>
      {create.data === undefined ? null : (
        <SecretOnce
          title="Organization created. Send this link to its first owner. It works once, within seven days."
          secret={`${window.location.origin}${create.data.path}`}
          close={() => create.reset()}
        />
      )}
    </>
  );
}

type Organization = Answer<'listOrganizations'>['items'][number];

const OLDEST = { sort: 'created', order: 'asc' } as const;
const COLUMNS: readonly Column<Organization>[] = [
  { id: 'name', title: 'Name', read: ({ name }) => name },
  { id: 'id', title: 'ID' },
  { id: 'created', title: 'Created', read: ({ created_at }) => created_at, first: 'desc' },
];

function OrganizationTable() {
  const asked = useQuery(ask('listOrganizations'));
  return (
    <Loaded query={asked} what="the organizations">
      {({ items }) => (
        <SortedTable label="Organizations of this server" columns={COLUMNS} rows={items} first={OLDEST}>
          {({ organization_id, name, created_at }) => (
            <tr key={organization_id}>
              <th scope="row">
                <bdi>{visibleLine(name)}</bdi>
              </th>
              <td>
                <code>{organization_id}</code>
              </td>
              <td>{formatInstant(created_at)}</td>
            </tr>
          )}
        </SortedTable>
      )}
    </Loaded>
  );
}
