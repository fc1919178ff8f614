import { z } from 'zod';
import { Activity } from '../../runs/activity.ts';
import { defineOperation } from '../operation.ts';

export const listActivities = defineOperation({
  id: 'list_activities',
  method: 'get',
  path: '/v1/activities',
  tag: 'Runs',
  summary: 'List the proofs and runs that commands are executing now',
  description:
    'Commands such as `assay run`, started in the folder the server serves. Empty if none is active, and for every organization except the owner of the folder. Finished runs are in `GET /v1/runs`.',
  scope: 'read',
  status: 200,
  answer: z.object({ items: z.array(Activity) }),
  example: {
    answer: {
      items: [
        {
          activity_id: '2026-11-15T12:00:00.000Z-4711',
          command: 'assay run',
          started_at: '2026-11-15T12:00:00.000Z',
          updated_at: '2026-11-15T12:00:21.350Z',
          proving: null,
          running: [
            {
              scenario: 'rate-limit',
              agent: 'claude-code',
              repeat: 1,
              step: 'agent',
              started_at: '2026-11-15T12:00:12.100Z',
            },
          ],
          runs_done: 3,
          runs: 12,
        },
      ],
    },
  },
});
