import { listFolderScenarios, listFolderSessions } from '@assay/schema/api';
import { handle } from '../http/handle.ts';

export const listFolderScenariosHandler = handle(
  listFolderScenarios,
  async ({ caller: { organization_id }, services: { folder } }) =>
    folder?.organization_id === organization_id
      ? await folder.listScenarios()
      : { folder: null, problem: null, items: [] },
);

const NONE = { folder: null, is_reading: false, is_partial: false, without_folder: 0, items: [] };

export const listFolderSessionsHandler = handle(
  listFolderSessions,
  async ({ caller: { organization_id }, services: { folder } }) =>
    folder?.organization_id === organization_id ? (folder.listSessions?.() ?? NONE) : NONE,
);
