import { z } from 'zod';
import { Comparison, VerdictWord } from '../comparisons/comparison.ts';
import { Thresholds } from '../comparisons/thresholds.ts';
import { AgentId, ComparisonId, RunId, WorkspaceId } from '../values/ids.ts';
import { Instant } from '../values/units.ts';
import { exampleStoredComparison } from './examples.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';
import { columnsField } from './run-charts.ts';
import { runFilterFields } from './runs.ts';
import { DisplayName } from './settings.ts';

/** The pull request opened for a comparison, as reported by whoever opened it. */
export const ComparisonPullRequest = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    state: z.enum(['open', 'merged', 'closed']),
  })
  .meta({ id: 'ComparisonPullRequest', description: 'The pull request opened for a comparison.' });
export type ComparisonPullRequest = z.infer<typeof ComparisonPullRequest>;

/** The answer of a comparison in one sentence. Computed wherever a comparison is shown, never stored. */
export const Headline = z
  .object({
    answer: z.enum(['better', 'worse', 'likely worse', 'mixed', 'same', "can't tell"]),
    tone: z.enum(['good', 'bad', 'warn', 'muted']),
    text: z.string(),
  })
  .meta({
    id: 'Headline',
    description: 'The answer of a comparison in one sentence. The text may name sides and tasks.',
  });
export type Headline = z.infer<typeof Headline>;

/** A comparison as lists show it. */
export const ComparisonSummary = z
  .object({
    comparison_id: ComparisonId,
    workspace_id: WorkspaceId,
    baseline: z.string().meta({ description: 'Name of the baseline.' }),
    candidate: z.string(),
    verdict: VerdictWord,
    headline: Headline,
    pull_request: ComparisonPullRequest.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'ComparisonSummary', description: 'A comparison as lists show it.' });
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

/** A comparison with its workspace and its pull request. */
export const StoredComparison = Comparison.extend({
  workspace_id: WorkspaceId,
  pull_request: ComparisonPullRequest.nullable(),
}).meta({ id: 'StoredComparison', description: 'Two configurations, their runs, the verdict and the pull request.' });
export type StoredComparison = z.infer<typeof StoredComparison>;

export const comparisonParams = z.object({ comparison_id: ComparisonId });

/** Example for the API reference. */
export const exampleComparison = {
  comparison_id: 'cmp_01m7ew0rvjraj0vfggyenb7x96',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  baseline: 'main',
  candidate: 'shorter-instructions',
  verdict: 'neutral',
  headline: { answer: 'same', tone: 'muted', text: 'No difference of 5 points or more' },
  pull_request: null,
  created_at: '2026-11-15T12:00:00.000Z',
};

// each run is read with its transcript while the caller waits
const MAX_RUNS = 500;

const ComparedSet = z
  .strictObject({
    name: DisplayName.optional().meta({ description: 'Name of this side. Default: its label or agent.' }),
    label: z.string().min(1).max(200).optional(),
    agent_id: AgentId.optional(),
    scenario: z.string().min(1).max(200).optional(),
    run_ids: z
      .array(RunId)
      .min(1)
      .max(MAX_RUNS)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'expected each run id once' })
      .optional(),
  })
  .refine(
    ({ label, agent_id, scenario, run_ids }) =>
      run_ids === undefined
        ? label !== undefined || agent_id !== undefined
        : label === undefined && agent_id === undefined && scenario === undefined,
    { error: 'expected either run_ids alone, or a label or agent_id with an optional scenario' },
  )
  .meta({
    id: 'ComparedSet',
    description: `One side: run ids, or the finished runs with a label, of an agent, or both. Up to ${MAX_RUNS} runs.`,
  });

export const createComparison = defineOperation({
  id: 'create_comparison',
  method: 'post',
  path: '/v1/comparisons',
  tag: 'Comparisons',
  summary: 'Compare two sets of runs and store the verdict',
  description:
    'Computes the verdict from the stored runs with the code of `assay compare`. Runs made under different conditions are rejected with `conflict`.',
  scope: 'write',
  body: z.strictObject({
    workspace_id: WorkspaceId,
    baseline: ComparedSet,
    candidate: ComparedSet,
    thresholds: Thresholds.optional(),
  }),
  status: 201,
  answer: StoredComparison,
  example: {
    body: {
      workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
      baseline: { label: 'main' },
      candidate: { label: 'shorter-instructions' },
    },
    answer: exampleStoredComparison,
  },
});

/** Whether this server can open the pull request of a comparison, and what it would push. */
export const PullRequestPlan = z
  .object({
    pull_request: ComparisonPullRequest.nullable().meta({
      description: 'The existing pull request; no second one is opened.',
    }),
    can_open: z.boolean(),
    blockers: z.array(z.string()).meta({ description: 'Everything that blocks it, in the words of `assay promote`.' }),
    proposal: z
      .object({
        title: z.string(),
        branch: z.string(),
        repository: z.string().nullable().meta({ description: '`owner/name`; null if unknown.' }),
        base_branch: z.string().nullable().meta({ description: 'Null for the default branch of the repository.' }),
        diff_stat: z.string(),
      })
      .nullable()
      .meta({ description: 'What would be pushed and opened; null if something blocks it.' }),
    command: z
      .string()
      .nullable()
      .meta({ description: 'Command that does the same in the project folder; null if the sides are not commits.' }),
  })
  .meta({
    id: 'PullRequestPlan',
    description: 'Whether the pull request of a comparison can be opened, and what would be pushed.',
  });
export type PullRequestPlan = z.infer<typeof PullRequestPlan>;

const [BEFORE, AFTER] = ['9b1c0e6d3f5a7b2c4d8e0f1a2b3c4d5e6f708192', '1f2e3d4c5b6a798897a6b5c4d3e2f1009f8e7d6c'];

export const getComparisonPullRequest = defineOperation({
  id: 'get_comparison_pull_request',
  method: 'get',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Check whether the pull request of a comparison can be opened',
  description: 'Same as `assay promote` without `--yes`: lists what blocks it. Contacts no one and changes nothing.',
  scope: 'read',
  params: comparisonParams,
  status: 200,
  answer: PullRequestPlan,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    answer: {
      pull_request: null,
      can_open: false,
      blockers: ['the working tree has uncommitted changes'],
      proposal: null,
      command: `assay promote --baseline ${BEFORE} --candidate ${AFTER} --from .assay/comparisons/${exampleComparison.comparison_id}.json --yes`,
    },
  },
});

export const getComparison = defineOperation({
  id: 'get_comparison',
  method: 'get',
  path: '/v1/comparisons/{comparison_id}',
  tag: 'Comparisons',
  summary: 'Read a comparison with all its data',
  scope: 'read',
  shared: ['comparison'],
  params: comparisonParams,
  status: 200,
  answer: StoredComparison,
  example: { params: { comparison_id: exampleStoredComparison.comparison_id }, answer: exampleStoredComparison },
});

export const listComparisons = defineOperation({
  id: 'list_comparisons',
  method: 'get',
  path: '/v1/comparisons',
  tag: 'Comparisons',
  summary: 'List the comparisons of a workspace, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, ...pageFields }),
  status: 200,
  answer: pageSchema(ComparisonSummary),
  example: {
    query: { workspace_id: exampleComparison.workspace_id },
    answer: { items: [exampleComparison], next: null },
  },
});

const pull_request = { url: 'https://github.com/example/agents/pull/7', state: 'open' };

export const openComparisonPullRequest = defineOperation({
  id: 'open_comparison_pull_request',
  method: 'post',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Open the pull request of a comparison if nothing blocks it',
  description:
    'Same as `assay promote --yes`, in the repository the server was started in and with its credentials. If anything blocks it, nothing is done and a `conflict` lists every blocker. An existing pull request is returned as is.',
  scope: 'admin',
  params: comparisonParams,
  status: 200,
  answer: ComparisonSummary,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    answer: { ...exampleComparison, pull_request },
  },
});

const { workspace_id, pull_request: _, ...comparison } = exampleStoredComparison;

const { comparison_id, ...previewed } = comparison;

const Column = z.string().min(1).max(200);

/** A comparison that was computed and not stored. */
export const ComparisonPreview = Comparison.omit({ comparison_id: true })
  .extend({
    excluded_scenarios: z
      .array(z.object({ scenario: z.string(), reason: z.string() }))
      .meta({ description: 'Scenarios that cannot be compared, and why; with the agent, if a side has several.' }),
    partial: z.boolean().meta({ description: 'Whether runs were left out: older ones, or without evidence.' }),
  })
  .meta({ id: 'ComparisonPreview', description: 'Two columns of the matrix, their newest runs, and the verdict.' });
export type ComparisonPreview = z.infer<typeof ComparisonPreview>;

export const previewComparison = defineOperation({
  id: 'preview_comparison',
  method: 'get',
  path: '/v1/comparisons/preview',
  tag: 'Comparisons',
  summary: 'Compare two agents or labels without storing the result',
  description:
    'Computes the verdict with the code of `assay compare`, from the newest runs of the scenarios that both have run under the same conditions, as many on one side as on the other. Reads up to 20 runs per scenario and side, and up to 100 per side. The filters are those of the matrix.',
  scope: 'read',
  shared: ['matrix'],
  query: z.strictObject({ ...runFilterFields, ...columnsField, baseline: Column, candidate: Column }),
  status: 200,
  answer: ComparisonPreview,
  example: {
    query: { workspace_id, columns: 'label', baseline: 'main', candidate: 'shorter-instructions' },
    answer: { ...previewed, excluded_scenarios: [], partial: false },
  },
});

const example = { url: 'https://github.com/example/agents/pull/7', state: 'open' };

export const putComparisonPullRequest = defineOperation({
  id: 'put_comparison_pull_request',
  method: 'put',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Link a pull request to a comparison and set its state',
  scope: 'write',
  params: comparisonParams,
  body: ComparisonPullRequest,
  status: 200,
  answer: ComparisonSummary,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    body: example,
    answer: { ...exampleComparison, pull_request: example },
  },
});

export const putComparison = defineOperation({
  id: 'put_comparison',
  method: 'put',
  path: '/v1/comparisons/{comparison_id}',
  tag: 'Comparisons',
  summary: 'Store a comparison that was made on another machine',
  description:
    'The server computes the verdict again from the `input` of the comparison and rejects any other. A comparison is stored once: the same content is answered with 200, other content with `conflict`.',
  scope: 'write',
  params: comparisonParams,
  body: z.strictObject({ workspace_id: WorkspaceId.optional(), comparison: Comparison }),
  max_body_bytes: 4 * 1024 * 1024,
  status: 201,
  answer: StoredComparison,
  example: {
    params: { comparison_id },
    body: { workspace_id, comparison },
    answer: exampleStoredComparison,
  },
});
