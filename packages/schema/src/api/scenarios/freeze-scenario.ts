import { z } from 'zod';
import { exampleStoredScenario } from '../examples/example-scenario.ts';
import { exampleStoredTask } from '../examples/example-task.ts';
import { defineOperation } from '../operation.ts';
import { SentFiles } from '../sent-files.ts';
import { scenarioParams } from './scenario-draft.ts';
import { StoredTask } from './stored-task.ts';

const FILES = {
  'fixture/invoice.js': 'export const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);\n',
  'fixture/invoice.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { total } from './invoice.js';\n\ntest('amounts add up', () => assert.equal(total([1, 2]), 3));\ntest('a negative amount is refused', () => assert.throws(() => total([1, -2]), RangeError));\n",
  'fixture/package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
};

export const freezeScenario = defineOperation({
  id: 'freeze_scenario',
  method: 'post',
  path: '/v1/scenarios/{scenario_id}/tasks',
  tag: 'Scenarios',
  summary: 'Freeze a scenario and its files as a task',
  description:
    'Send the folder its paths are relative to, with files such as `fixture/` and `oracle.patch`, as a tar archive (plain, gzip or zstd) or as JSON. The seed must be a folder to copy or `empty`; the server fetches nothing. A task cannot be edited; freeze a new one instead.',
  scope: 'write',
  params: scenarioParams,
  body: z.strictObject({ files: SentFiles.default({}) }),
  consumes: ['application/x-tar', 'application/gzip', 'application/zstd', 'application/octet-stream'],
  max_body_bytes: 32 * 1024 * 1024,
  status: 201,
  answer: StoredTask,
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    body: { files: FILES },
    answer: exampleStoredTask,
  },
});
