import { z } from 'zod';
import { CheckReport } from '../results/check.ts';
import { WorkspaceId } from '../values/ids.ts';
import { Digest, Instant } from '../values/units.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';
import { exampleWorkspace } from './settings.ts';

const Name = z.string().min(1).max(2_000).nullable();

/** What a check was about. */
export const CheckedChange = z
  .strictObject({
    repository: Name.meta({ description: 'Such as `acme/shop`; null outside a repository.' }),
    branch: Name,
    commit: Name,
    pull_request: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullable(),
  })
  .meta({ id: 'CheckedChange', description: 'Where a checked change comes from; null for what is unknown.' });
export type CheckedChange = z.infer<typeof CheckedChange>;

/** A stored result of `assay check`. */
export const Check = z
  .object({
    digest: Digest,
    workspace_id: WorkspaceId,
    change: CheckedChange,
    report: CheckReport,
    pushed_at: Instant,
  })
  .meta({ id: 'Check', description: 'The result of `assay check` on a change.' });
export type Check = z.infer<typeof Check>;

/** Example for the API reference. */
const exampleCheck = {
  digest: '9c0b1f7de6a24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
  workspace_id: exampleWorkspace.workspace_id,
  change: {
    repository: 'acme/shop',
    branch: 'fix-rounding',
    commit: '2f1c9d0a4b8e7f6a5d3c2b1a0f9e8d7c6b5a4f3e',
    pull_request: 'https://github.com/acme/shop/pull/12',
  },
  report: {
    overall: 'PASS',
    mean_score: 1,
    mean_required: 1,
    scored: '0 of 0',
    results: [],
    grades: { blocks: 0, review: 0, note: 0 },
    base: 'main',
    head: 'fix-rounding',
    changed_files: 2,
    warnings: [],
  },
  pushed_at: '2026-11-15T12:05:00.000Z',
};

const { change, report } = exampleCheck;

export const createCheck = defineOperation({
  id: 'create_check',
  method: 'post',
  path: '/v1/checks',
  tag: 'Checks',
  summary: 'Store a result of `assay check`',
  description:
    'The result is stored as sent. The same content is stored once: a repeat is answered with 200 and the stored check.',
  scope: 'write',
  body: z.strictObject({ workspace_id: WorkspaceId.optional(), change: CheckedChange, report: CheckReport }),
  max_body_bytes: 4 * 1024 * 1024,
  status: 201,
  answer: Check,
  example: { body: { change, report }, answer: exampleCheck },
});

export const listChecks = defineOperation({
  id: 'list_checks',
  method: 'get',
  path: '/v1/checks',
  tag: 'Checks',
  summary: 'List the checks of a workspace, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, ...pageFields }),
  status: 200,
  answer: pageSchema(Check),
  example: { query: { workspace_id: exampleCheck.workspace_id }, answer: { items: [exampleCheck], next: null } },
});
