import { getSignInOptions } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';

export const getSignInOptionsHandler = handleOpenly(getSignInOptions, async ({ services: { oidc } }) => ({
  oidc: oidc === undefined ? null : { host: oidc.settings.issuer.host },
}));
