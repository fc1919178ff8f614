import { z } from 'zod';
import { CheckReport } from '../../results/check.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { Check, CheckedChange, exampleCheck } from './check.ts';

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
