import { listActivities } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listActivitiesHandler = handle(
  listActivities,
  async ({ caller: { organization_id }, services: { activities } }) => ({
    items: activities?.organization_id === organization_id ? await activities.list() : [],
  }),
);
