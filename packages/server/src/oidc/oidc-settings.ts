import { AssayError, type OrganizationId } from '@assay/schema';
import { Role } from '@assay/schema/api';

/** How people sign in at an identity provider. */
export interface OidcSettings {
  readonly issuer: URL;
  readonly client_id: string;
  readonly client_secret: string | null;
  /** Domains of email addresses that may sign in; empty: all. */
  readonly allowed_domains: readonly string[];
  /** Who signs in becomes a member of this organization; null: only invited people may. */
  readonly automatic: { readonly organization_id: OrganizationId; readonly role: Role } | null;
}

/** The settings before the organization is looked up. */
export interface OidcVariables extends Omit<OidcSettings, 'automatic'> {
  /** The organization by id or name. */
  readonly automatic: { readonly organization: string; readonly role: Role } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables ASSAY_OIDC_*. Undefined without an issuer. */
export function readOidcSettings(environment: Environment): OidcVariables | undefined {
  const read = (name: string): string => environment[`ASSAY_OIDC_${name}`]?.trim() ?? '';
  if (read('ISSUER') === '') return undefined;
  if (read('CLIENT_ID') === '') throw invalid('ASSAY_OIDC_CLIENT_ID: expected the id of this client, found nothing');
  const organization = read('ORGANIZATION');
  return {
    issuer: readIssuer(read('ISSUER')),
    client_id: read('CLIENT_ID'),
    client_secret: read('CLIENT_SECRET') || null,
    allowed_domains: read('ALLOWED_DOMAINS')
      .split(',')
      .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
      .filter((domain) => domain !== ''),
    automatic: organization === '' ? null : { organization, role: readRole(read('ROLE')) },
  };
}

function readIssuer(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))) return url;
  throw invalid(`ASSAY_OIDC_ISSUER: expected an address such as https://login.example.com, found ${text}`);
}

/** Whether an issuer is on this machine, where requests need no encryption. */
export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

function readRole(text: string): Role {
  const role = Role.safeParse(text === '' ? 'viewer' : text);
  if (role.success) return role.data;
  throw invalid(`ASSAY_OIDC_ROLE: expected one of ${Role.options.join(', ')}, found ${text}`);
}

const invalid = (message: string): AssayError => new AssayError('invalid_config', message);
