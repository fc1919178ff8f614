import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ComparisonPullRequest, comparisonParams, exampleComparison } from './comparison-summary.ts';

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
