import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { exampleShare, Share, ShareTarget } from './share.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;

export const createShare = defineOperation({
  id: 'create_share',
  method: 'post',
  path: '/v1/shares',
  tag: 'Sharing',
  summary: 'Create a read-only link to a run, a comparison or a matrix',
  description:
    'The answer contains the link. It is shown only once; the server stores only a digest. Whoever has it can read the target without signing in. Requires `share_links` of the workspace. A run can be shared when it is finished.',
  scope: 'write',
  body: z.strictObject({
    target: ShareTarget,
    expires_in_days: z
      .int({ error: 'expected a whole number of days' })
      .min(1, { error: 'expected at least 1 day' })
      .max(MAX_DAYS, { error: `expected at most ${MAX_DAYS} days` })
      .nullable()
      .default(DEFAULT_DAYS)
      .meta({ description: 'Days until the link expires; null: it works until it is revoked.' }),
  }),
  status: 201,
  answer: Share.extend({
    path: z.string().meta({ description: 'The link, without the address of the server. Shown only once.' }),
  }).meta({ id: 'ShareWithLink', description: 'A share with its link, shown only once.' }),
  example: {
    body: { target: exampleShare.target, expires_in_days: 30 },
    answer: { ...exampleShare, path: '/share#token=assay_share_…' },
  },
});
