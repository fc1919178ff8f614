import type { Organization } from '@assay/schema/api';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Deletes the organization, after its name was typed. */
export function DeleteOrganization({ organization }: { readonly organization: Organization }) {
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
