import type { Organization } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { formatInstant } from '../../../shared/format.ts';
import { api, ask } from '../../client/api.ts';
import { useAction } from '../../parts/use-action.ts';
import { Loaded } from '../../states/loaded.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
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
