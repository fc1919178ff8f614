import type { WorkspaceId } from '@assay/schema';
import {
  createCheck,
  createProof,
  createScenario,
  type HandlerTypes,
  type Operation,
  putComparison,
  updateScenario,
  validateScenario,
} from '@assay/schema/api';
import type { Inspect } from '../documents/read-document.ts';
import type { DigestedDocument } from '../pushed/keep-document.ts';

const inspect = <Op extends Operation>(
  { id }: Op,
  work: (body: HandlerTypes<Op>['body']) => Promise<unknown>,
): readonly [id: string, work: Inspect] => [id, work];

const checkScenario = async ({ scenario }: HandlerTypes<typeof createScenario>['body']): Promise<void> => {
  const { requireValidScenario } = await import('../scenarios/require-valid-scenario.ts');
  requireValidScenario(scenario);
};

const digestDocument = async <Document extends object>({
  workspace_id,
  ...document
}: Document & { readonly workspace_id?: WorkspaceId | undefined }): Promise<DigestedDocument> => {
  const { canonicalDigest } = await import('@assay/harness');
  return { workspace_id, document, digest: canonicalDigest(document) };
};

/**
 * What takes long to find out about a valid body, for its handler; throws if the body is refused. Runs where the body
 * is read: on a thread unless it is small. Loaded on demand, because that thread needs nothing else of the server.
 */
export const INSPECTIONS: ReadonlyMap<string, Inspect> = new Map([
  inspect(createCheck, digestDocument),
  inspect(createProof, digestDocument),
  inspect(createScenario, checkScenario),
  inspect(updateScenario, checkScenario),
  inspect(validateScenario, async ({ scenario }) => {
    const { describeScenarioErrors } = await import('../scenarios/require-valid-scenario.ts');
    return describeScenarioErrors(scenario);
  }),
  inspect(putComparison, async ({ comparison }) => {
    const { requireOwnVerdict } = await import('../comparisons/require-own-verdict.ts');
    requireOwnVerdict(comparison);
  }),
]);
