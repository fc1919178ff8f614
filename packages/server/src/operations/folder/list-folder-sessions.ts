import { listFolderSessions } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

const NONE = { folder: null, is_reading: false, is_partial: false, without_folder: 0, items: [] };

export const listFolderSessionsHandler = handle(
  listFolderSessions,
  async ({ caller: { organization_id }, services: { folder } }) =>
    folder?.organization_id === organization_id ? (folder.listSessions?.() ?? NONE) : NONE,
);
