import { createProof } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { keepDocument } from '../../pushed/keep-document.ts';

export const createProofHandler = handle(
  createProof,
  ({ body: { workspace_id, ...document }, caller: { organization_id }, services: { store } }) =>
    keepDocument(store, { kind: 'proof', organization_id, workspace_id, document, scenario: document.scenario }),
);
