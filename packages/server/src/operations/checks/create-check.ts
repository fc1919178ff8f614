import { createCheck } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { type DigestedDocument, keepDocument } from '../../pushed/keep-document.ts';

export const createCheckHandler = handle(createCheck, ({ found, caller: { organization_id }, services: { store } }) =>
  keepDocument(store, { kind: 'check', organization_id, ...(found as DigestedDocument) }),
);
