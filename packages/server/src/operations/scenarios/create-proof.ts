import { createProof, type HandlerTypes } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { type DigestedDocument, keepDocument } from '../../pushed/keep-document.ts';

export const createProofHandler = handle(createProof, ({ found, caller: { organization_id }, services: { store } }) => {
  const sent = found as DigestedDocument;
  const { scenario } = sent.document as HandlerTypes<typeof createProof>['body'];
  return keepDocument(store, { kind: 'proof', organization_id, scenario, ...sent });
});
