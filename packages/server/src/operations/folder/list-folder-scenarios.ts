import { listFolderScenarios } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listFolderScenariosHandler = handle(
  listFolderScenarios,
  async ({ caller: { organization_id }, services: { folder } }) =>
    folder?.organization_id === organization_id
      ? await folder.listScenarios()
      : { folder: null, problem: null, items: [] },
);
