import { z } from 'zod';
import { Activity } from '../../activity.ts';
import { defineOperation } from '../operation.ts';

export const listActivities = defineOperation({
  id: 'list_activities',
  method: 'get',
  path: '/v1/activities',
  tag: 'Runs',
  summary: 'List what commands are proving and running right now',
  description:
    'Commands started in the folder that is served, such as `assay run`. Empty when none is at work, and for every organization but the one the folder belongs to. Finished runs are in `GET /v1/runs`.',
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
