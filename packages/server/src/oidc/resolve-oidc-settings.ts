import { AssayError } from '@assay/schema';
import { matchOrganizations } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { OidcSettings, OidcVariables } from './oidc-settings.ts';

/**
 * Looks up the organization that people join automatically. Only when the server starts: owners can change the names of
 * their organizations, but not what an id means.
 */
export async function resolveOidcSettings(
  { organizations }: Pick<Store, 'organizations'>,
  { automatic, ...settings }: OidcVariables,
): Promise<OidcSettings> {
  if (automatic === null) return { ...settings, automatic };
  const { organization, role } = automatic;
  const found = matchOrganizations(await organizations.list(), organization);
  const [first, second] = found;
  if (first !== undefined && second === undefined)
    return { ...settings, automatic: { organization_id: first.organization_id, role } };
  throw new AssayError(
    'invalid_config',
    `ASSAY_OIDC_ORGANIZATION: expected one organization with the id or name ${organization}, found ${found.length}. Set the id: \`assay org list\` shows it.`,
  );
}
