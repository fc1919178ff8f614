import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ComparisonPullRequest, comparisonParams, exampleComparison } from './comparison-summary.ts';

/** Whether the pull request of a comparison can be opened by this server, and what that would do. */
export const PullRequestPlan = z
  .object({
    pull_request: ComparisonPullRequest.nullable().meta({
      description: 'The one that is known of; no other is opened.',
    }),
    can_open: z.boolean(),
    blockers: z
      .array(z.string())
      .meta({ description: 'Everything that stands in the way, as `assay promote` says it.' }),
    proposal: z
      .object({
        title: z.string(),
        branch: z.string(),
        repository: z.string().nullable().meta({ description: '`owner/name`; null where nothing says it.' }),
        base_branch: z
          .string()
          .nullable()
          .meta({ description: 'Null for the default branch, which only GitHub knows.' }),
        diff_stat: z.string(),
      })
      .nullable()
      .meta({ description: 'What would be pushed and opened; null where something stands in the way.' }),
    command: z
      .string()
      .nullable()
      .meta({ description: 'Does the same in the folder of the project; null where the sides are not of commits.' }),
  })
  .meta({ id: 'PullRequestPlan', description: 'Whether the pull request of a comparison can be opened, and how.' });
export type PullRequestPlan = z.infer<typeof PullRequestPlan>;

const [BEFORE, AFTER] = ['9b1c0e6d3f5a7b2c4d8e0f1a2b3c4d5e6f708192', '1f2e3d4c5b6a798897a6b5c4d3e2f1009f8e7d6c'];

export const getComparisonPullRequest = defineOperation({
  id: 'get_comparison_pull_request',
  method: 'get',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Say whether the pull request of a comparison can be opened, and what stands in the way',
  description: 'What `assay promote` says without `--yes`. Nobody is contacted and nothing is changed.',
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
