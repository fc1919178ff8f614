import { z } from 'zod';
import { Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { exampleShare, ShareTarget } from './share.ts';

export const SharedView = z
  .object({
    target: ShareTarget,
    organization: z.string(),
    shared_by: z.string().nullable().meta({ description: 'Name of the member; null with an API key.' }),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'SharedView', description: 'What a link shows, and who shared it.' });
export type SharedView = z.infer<typeof SharedView>;

export const getShared = defineOperation({
  id: 'get_shared',
  method: 'get',
  path: '/v1/shared',
  tag: 'Sharing',
  summary: 'Read what a link shows',
  description:
    'Send the token of the link as a bearer token. With it, the operations that read the target work too, and no others.',
  scope: null,
  shared: ['run', 'comparison', 'matrix'],
  status: 200,
  answer: SharedView,
  example: {
    answer: {
      target: exampleShare.target,
      organization: exampleOrganization.name,
      shared_by: exampleShare.created_by_name,
      expires_at: exampleShare.expires_at,
    },
  },
});
