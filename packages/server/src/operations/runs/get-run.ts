import { getRun } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findRun } from '../../runs/find-run.ts';

export const getRunHandler = handle(getRun, ({ params, caller, services: { store } }) =>
  findRun(store, caller.organization_id, params.run_id),
);
