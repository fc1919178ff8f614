import { z } from 'zod';
import { Count, Digest, Instant } from '../values/units.ts';
import { exampleAgentSession } from './agent-sessions.ts';
import { defineOperation } from './operation.ts';

/** A scenario in the served folder. */
export const FolderScenario = z
  .object({
    name: z.string(),
    file: z.string().meta({ description: 'Relative to the folder.' }),
    user_instruction: z.string().meta({ description: 'The first 500 characters.' }),
    scorers: Count,
    origin: z
      .enum(['written', 'mined', 'imported'])
      .meta({ description: 'Mined from a commit, imported from another format, or written by hand.' }),
    proof: z
      .object({
        proven: z.boolean(),
        proved_at: Instant,
        reason: z.string().nullable(),
        is_outdated: z.boolean().meta({ description: 'Whether the file of the scenario is newer than the proof.' }),
      })
      .nullable()
      .meta({ description: 'The newest proof in the folder; null if there is none.' }),
  })
  .meta({ id: 'FolderScenario', description: 'A scenario in the served folder.' });
export type FolderScenario = z.infer<typeof FolderScenario>;

export const listFolderScenarios = defineOperation({
  id: 'list_folder_scenarios',
  method: 'get',
  path: '/v1/folder/scenarios',
  tag: 'Scenarios',
  summary: 'List the scenarios in the folder the server serves',
  description:
    'The scenarios that `assay run` would use in this folder. Empty for every organization except the owner of the folder.',
  scope: 'read',
  status: 200,
  answer: z.object({
    folder: z.string().nullable().meta({ description: 'Name of the folder; null if none is served.' }),
    problem: z.string().nullable().meta({ description: 'Why the scenarios could not be read; null if they were.' }),
    items: z.array(FolderScenario),
  }),
  example: {
    answer: {
      folder: 'shop',
      problem: null,
      items: [
        {
          name: 'rate-limit',
          file: 'scenarios/rate-limit/scenario.yaml',
          user_instruction: 'Limit each client to 10 requests per second.',
          scorers: 3,
          origin: 'written',
          proof: { proven: true, proved_at: '2026-11-15T12:04:00.000Z', reason: null, is_outdated: false },
        },
      ],
    },
  },
});

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
