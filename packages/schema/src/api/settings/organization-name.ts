import type { OrganizationId } from '../../values/ids.ts';
import { DisplayName } from './workspace.ts';

const ID = 'org_';

/** The name of an organization. Owners choose it, so it must never be taken for the id of another one. */
export const OrganizationName = DisplayName.refine((name) => !name.startsWith(ID), {
  error: `expected a name, found an id: it must not start with ${ID}`,
});

/** The organizations that a text means: the one with this id, or all with this name. */
export const matchOrganizations = <Known extends { readonly organization_id: OrganizationId; readonly name: string }>(
  organizations: readonly Known[],
  given: string,
): Known[] =>
  organizations.filter(({ organization_id, name }) => (given.startsWith(ID) ? organization_id : name) === given);
