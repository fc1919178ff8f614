import { isDeepStrictEqual } from 'node:util';
import { AssayError } from '@assay/schema';
import {
  createComparison,
  getComparison,
  getComparisonPullRequest,
  listComparisons,
  openComparisonPullRequest,
  previewComparison,
  putComparison,
  putComparisonPullRequest,
} from '@assay/schema/api';
import { compareStoredRuns } from '../comparisons/compare-stored-runs.ts';
import { findComparison } from '../comparisons/find-comparison.ts';
import { openPullRequest } from '../comparisons/open-pull-request.ts';
import { planPullRequest } from '../comparisons/plan-pull-request.ts';
import { previewComparison as preview } from '../comparisons/preview-comparison.ts';
import { handle, handleInSteps } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { requireFound } from './require-found.ts';

export const createComparisonHandler = handleInSteps(
  createComparison,
  async ({ body, caller, request: { signal }, services: { store, now }, commit }) => {
    const { organization_id } = caller;
    const { workspace_id } = body;
    const comparison = await compareStoredRuns(store, { organization_id, now, signal, ...body });
    return await commit(async ({ store: { comparisons } }) => {
      await comparisons.keep(organization_id, { workspace_id, comparison });
      return { ...comparison, workspace_id, pull_request: null };
    });
  },
);

export const getComparisonPullRequestHandler = handle(
  getComparisonPullRequest,
  async ({ params: { comparison_id }, caller: { organization_id }, request: { signal }, services }) => {
    const stored = await findComparison(services.store, organization_id, comparison_id);
    return planPullRequest(services, stored, { organization_id, signal });
  },
);

export const getComparisonHandler = handle(getComparison, async ({ params, caller, services: { store } }) => {
  const { organization_id, share } = caller;
  const comparison = await findComparison(store, organization_id, params.comparison_id);
  // the address of a pull request names a repository, which may be private
  return share === null ? comparison : { ...comparison, pull_request: null };
});

export const listComparisonsHandler = handle(listComparisons, async ({ query, caller, services: { store } }) => {
  const { organization_id } = caller;
  requireFound(await store.workspaces.find(organization_id, query.workspace_id), query.workspace_id);
  const { items, next } = await store.comparisons.list(organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const openComparisonPullRequestHandler = handleInSteps(
  openComparisonPullRequest,
  ({ params: { comparison_id }, caller: { organization_id, actor }, services, commit }) =>
    openPullRequest(services, {
      organization_id,
      comparison_id,
      actor,
      keep: (write) => commit(write, (summary) => summary),
    }),
);

export const previewComparisonHandler = handle(
  previewComparison,
  async ({ query, caller: { organization_id, share }, request: { signal }, services: { store, now } }) => {
    const { columns, baseline, candidate, ...filter } = query;
    const workspace_id = await findWorkspace(store, organization_id, filter.workspace_id);
    // whoever has a link must not keep the organization waiting
    const owner = share?.share_id ?? organization_id;
    return await preview(store, {
      ...{ owner, organization_id, columns, baseline, candidate, now, signal },
      filter: { ...filter, workspace_id },
    });
  },
);

export const putComparisonPullRequestHandler = handle(
  putComparisonPullRequest,
  async ({ params: { comparison_id }, body: pull_request, caller, services: { store } }) =>
    requireFound(
      await store.comparisons.putPullRequest(caller.organization_id, { comparison_id, pull_request }),
      comparison_id,
    ),
);

export const putComparisonHandler = handle(
  putComparison,
  async ({ params: { comparison_id }, body, caller: { organization_id }, services: { store } }) => {
    const { comparison } = body;
    const workspace_id = await findWorkspace(store, organization_id, body.workspace_id);
    if (comparison.comparison_id !== comparison_id)
      throw new AssayError(
        'invalid_input',
        `expected the id ${comparison_id} of the address, found ${comparison.comparison_id}`,
        { path: 'comparison.comparison_id' },
      );
    const stored = await store.comparisons.find(organization_id, comparison_id);
    if (stored !== undefined) {
      const { workspace_id: _, pull_request: __, ...before } = stored;
      if (isDeepStrictEqual(before, comparison)) return new Reply({ status: 200, answer: stored });
      throw new AssayError('conflict', `The comparison ${comparison_id} is already stored with different content`);
    }
    await store.comparisons.keep(organization_id, { workspace_id, comparison });
    return { ...comparison, workspace_id, pull_request: null };
  },
);
