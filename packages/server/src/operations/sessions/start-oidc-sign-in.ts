import { startOidcSignIn } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { requireOidc } from '../../oidc/require-oidc.ts';
import { flowCookie } from '../../sessions/oidc-cookie.ts';
import { requireOwnOrigin } from '../../sessions/require-own-origin.ts';

export const startOidcSignInHandler = handleOpenly(startOidcSignIn, async ({ headers, services }) => {
  const { url, flow } = await requireOidc(services).start(`${requireOwnOrigin(headers)}/login`);
  return new Reply({ answer: { url }, headers: { 'set-cookie': flowCookie(headers, flow) } });
});
