import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** How the server was started, as far as owners of organizations need to know. */
export const ServerSettings = z
  .object({
    contents: z
      .enum(['database', 'folder', 'object_store'])
      .meta({ description: 'Where new evidence is stored, by the variable ASSAY_BLOBS.' }),
    identity_provider: z
      .object({ issuer: z.string(), allowed_domains: z.array(z.string()) })
      .nullable()
      .meta({ description: 'By the variables ASSAY_OIDC_*; null if people sign in with links only.' }),
    executes_runs: z.boolean().meta({ description: 'Whether runs can be requested.' }),
    manages_organizations: z.boolean().meta({ description: 'Whether the caller may create organizations.' }),
  })
  .meta({ id: 'ServerSettings', description: 'How the server was started. Only its operator can change it.' });
export type ServerSettings = z.infer<typeof ServerSettings>;

export const getServer = defineOperation({
  id: 'get_server',
  method: 'get',
  path: '/v1/server',
  tag: 'Settings',
  summary: 'Read how the server was started',
  scope: 'admin',
  status: 200,
  answer: ServerSettings,
  example: {
    answer: {
      contents: 'object_store' as const,
      identity_provider: { issuer: 'https://login.example.com/', allowed_domains: ['example.com'] },
      executes_runs: true,
      manages_organizations: false,
    },
  },
});
