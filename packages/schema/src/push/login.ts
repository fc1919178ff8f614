import { z } from 'zod';
import { OrganizationId, WorkspaceId } from '../values/ids.ts';

/** The server that `assay login` chose. */
export const Login = z
  .object({
    url: z.url({ protocol: /^https?$/ }),
    api_key: z.string().regex(/^[\x21-\x7e]{1,500}$/),
    organization_id: OrganizationId,
    organization: z.string(),
    /** Null: the first workspace of the organization. */
    workspace_id: WorkspaceId.nullable(),
  })
  .meta({ id: 'Login', description: 'A server and the key for it, as `assay login` stores them.' });
export type Login = z.infer<typeof Login>;
