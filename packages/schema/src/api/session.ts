import { z } from 'zod';
import { OrganizationId, WorkspaceId } from '../ids.ts';

/** Who looks at the dashboard, and what their browser needs to write. */
export const Session = z
  .object({
    organization_id: OrganizationId,
    organization: z.string(),
    workspaces: z.array(z.object({ workspace_id: WorkspaceId, name: z.string() })),
    scopes: z.array(z.enum(['read', 'write', 'admin'])),
    csrf_token: z.string().meta({ description: 'Sent as `X-Assay-Csrf` with every request that changes something.' }),
  })
  .meta({ id: 'Session', description: 'Who looks at the dashboard, and what their browser needs to write.' });
export type Session = z.infer<typeof Session>;
