import { createCheck } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { keepDocument } from '../../pushed/keep-document.ts';

export const createCheckHandler = handle(
  createCheck,
  ({ body: { workspace_id, ...document }, caller: { organization_id }, services: { store } }) =>
    keepDocument(store, { kind: 'check', organization_id, workspace_id, document }),
);
