import { createShare } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { sharePath } from '../../sharing/share-token.ts';
import { createShareLink } from './create-share-link.ts';

export const createShareHandler = handle(
  createShare,
  async ({ body, caller: { organization_id, actor }, services: { store } }) => {
    const { share, token } = await createShareLink(store, organization_id, { ...body, actor });
    return { ...share, path: sharePath(token) };
  },
  { tells_secret: true },
);
