import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ShareId } from '../own-ids.ts';
import { exampleShare } from './share.ts';

export const revokeShare = defineOperation({
  id: 'revoke_share',
  method: 'delete',
  path: '/v1/shares/{share_id}',
  tag: 'Sharing',
  summary: 'Revoke a link',
  description: 'It stops working at once. Admins can revoke every link, others those that they created.',
  scope: 'write',
  params: z.object({ share_id: ShareId }),
  status: 204,
  answer: null,
  example: { params: { share_id: exampleShare.share_id } },
});
