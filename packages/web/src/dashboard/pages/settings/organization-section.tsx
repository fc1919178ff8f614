import type { Organization } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api, ask } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Loaded } from '../../states/loaded.tsx';
import { NameField } from './name-field.tsx';
import { useIsAdmin } from './use-is-admin.ts';

/** The organization that owns the data. */
export function OrganizationSection() {
  const asked = useQuery(ask('getOrganization'));
  const isAdmin = useIsAdmin();
  return (
    <>
      <Card title="Organization">
        <Loaded query={asked} what="the organization">
          {(organization) => <OrganizationForm key={organization.name} organization={organization} />}
        </Loaded>
      </Card>
      <Card title="Other organizations">
        <p className="note">
          A browser can be signed in to several organizations: <Link to="/login">sign in to another one</Link>, or open
          its invitation.
        </p>
      </Card>
      {isAdmin && asked.data !== undefined ? <DeleteOrganization organization={asked.data} /> : null}
    </>
  );
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const [name, setName] = useState(organization.name);
  const isAdmin = useIsAdmin();
  const rename = useAction({
    act: () => api.updateOrganization({ name }),
    changes: ['getOrganization', 'session'],
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(undefined);
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      <NameField fault={rename.error?.message} value={name} change={setName} disabled={!isAdmin} />
      <div className="form-wide">
        <FactList
          facts={[
            { name: 'ID', value: organization.organization_id, note: 'for badges and access without a key' },
            { name: 'Created', value: formatInstant(organization.created_at), note: '' },
          ]}
        />
      </div>
      {isAdmin ? (
        <div className="form-end">
          <button type="submit" className="primary" disabled={name === organization.name || rename.isPending}>
            Save
          </button>
        </div>
      ) : null}
    </form>
  );
}

/** Deletes the organization, after its name was typed. */
function DeleteOrganization({ organization }: { readonly organization: Organization }) {
  const [name, setName] = useState('');
  const remove = useAction({
    act: () => api.deleteOrganization({ name }),
    changes: [],
    // a full page load forgets its data
    done: () => window.location.assign('/'),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(undefined);
  };
  return (
    <Card title="Delete organization">
      <form className="form" onSubmit={onSubmit}>
        <Field
          label="Name of the organization"
          hint={`Type ${visibleLine(organization.name)} to delete it with all its runs, scenarios, keys and members. This cannot be undone.`}
        >
          {(control) => (
            <input {...control} type="text" required value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <div className="form-end">
          <button type="submit" className="danger" disabled={name !== organization.name || remove.isPending}>
            Delete organization
          </button>
          <ActionError error={remove.error} />
        </div>
      </form>
    </Card>
  );
}
