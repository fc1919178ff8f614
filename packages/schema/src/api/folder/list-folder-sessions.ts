import { z } from 'zod';
import { Count, Digest, Instant } from '../../values/units.ts';
import { exampleAgentSession } from '../agent-sessions/agent-session.ts';
import { defineOperation } from '../operation.ts';

/** A session file on the machine of the server. */
export const FolderSession = z
  .object({
    file: z.string(),
    changed_at: Instant,
    digest: Digest.nullable().meta({ description: 'The stored session; null if the file could not be read.' }),
    problem: z.string().nullable().meta({ description: 'Why the file could not be read; null if it was.' }),
  })
  .meta({ id: 'FolderSession', description: 'A session file on the machine of the server.' });
export type FolderSession = z.infer<typeof FolderSession>;

export const listFolderSessions = defineOperation({
  id: 'list_folder_sessions',
  method: 'get',
  path: '/v1/folder/sessions',
  tag: 'Agent sessions',
  summary: 'List the sessions that agents had in the folder the server serves',
  description:
    'A server for one person reads the sessions that agents on its machine had in its folder, and stores them like pushed ones. This lists their files, the newest first. Each call also makes the server look for new ones. Empty on every other server, and for every organization except the owner of the folder.',
  scope: 'read',
  status: 200,
  answer: z.object({
    folder: z.string().nullable().meta({ description: 'Name of the folder; null if its sessions are not read.' }),
    is_reading: z.boolean().meta({ description: 'Whether files are being read now.' }),
    is_partial: z.boolean().meta({ description: 'Whether older sessions were left out.' }),
    without_folder: Count.meta({ description: 'Files that do not say which folder they belong to.' }),
    items: z.array(FolderSession),
  }),
  example: {
    answer: {
      folder: 'shop',
      is_reading: false,
      is_partial: false,
      without_folder: 0,
      items: [
        {
          file: exampleAgentSession.source,
          changed_at: '2026-11-15T12:01:22.800Z',
          digest: exampleAgentSession.digest,
          problem: null,
        },
      ],
    },
  },
});
