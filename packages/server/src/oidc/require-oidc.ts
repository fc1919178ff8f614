import { AssayError } from '@assay/schema';
import type { Oidc } from './open-oidc.ts';

/** The identity provider; throws if this server has none. */
export function requireOidc({ oidc }: { readonly oidc?: Oidc | undefined }): Oidc {
  if (oidc !== undefined) return oidc;
  throw new AssayError('not_found', 'This server has no identity provider. Sign in with an API key or a link.');
}
