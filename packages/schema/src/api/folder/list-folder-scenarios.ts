import { z } from 'zod';
import { Count, Instant } from '../../values/units.ts';
import { defineOperation } from '../operation.ts';

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
