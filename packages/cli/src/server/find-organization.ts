import { AssayError } from '@assay/schema';
import { matchOrganizations, type Organization } from '@assay/schema/api';
import { escapeControls } from '../terminal/output.ts';

/** The organization with an id or a name. */
export function findOrganization(organizations: readonly Organization[], given: string): Organization {
  const [first, second] = matchOrganizations(organizations, given);
  if (first !== undefined && second === undefined) return first;
  const problem = first === undefined ? 'there is no organization' : 'there is more than one organization';
  throw new AssayError('not_found', `${problem} ${escapeControls(given)}; \`assay org list\` shows their ids`);
}
