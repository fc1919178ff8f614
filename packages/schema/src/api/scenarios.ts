import { z } from 'zod';
import { Proof, Trial } from '../results/proof.ts';
import { Scenario } from '../scenarios/scenario.ts';
import { Task } from '../scenarios/task.ts';
import { AgentId, RunId, ScenarioId, TaskId, WorkspaceId } from '../values/ids.ts';
import { Bytes, Digest, Instant } from '../values/units.ts';
import {
  exampleQueuedRun,
  exampleRun,
  exampleScenario,
  exampleStoredScenario,
  exampleStoredTask,
  exampleTask,
} from './examples.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageSchema } from './page.ts';
import { RunStatus, workspaceField } from './runs.ts';
import { SentFiles } from './sent-files.ts';
import { exampleWorkspace } from './settings.ts';

export const StoredScenario = z
  .object({
    scenario_id: ScenarioId,
    revision: z.int().min(1).meta({ description: 'Increases with every edit.' }),
    scenario: Scenario,
    created_at: Instant,
    updated_at: Instant,
    archived_at: Instant.nullable().meta({ description: 'Null while active.' }),
  })
  .meta({ id: 'StoredScenario', description: 'An editable scenario in its current revision.' });
export type StoredScenario = z.infer<typeof StoredScenario>;

const scenarioParams = z.object({ scenario_id: ScenarioId });

export const archiveScenario = defineOperation({
  id: 'archive_scenario',
  method: 'post',
  path: '/v1/scenarios/{scenario_id}/archive',
  tag: 'Scenarios',
  summary: 'Archive a scenario',
  description: 'Its tasks and runs stay. Its name can be used again.',
  scope: 'write',
  params: scenarioParams,
  status: 200,
  answer: StoredScenario,
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    answer: { ...exampleStoredScenario, archived_at: '2026-11-15T14:00:00.000Z' },
  },
});

/** A proof that was made elsewhere. */
export const SentProof = z
  .object({
    digest: Digest,
    workspace_id: WorkspaceId,
    scenario: z.string(),
    proof: Proof,
    pushed_at: Instant,
  })
  .meta({ id: 'SentProof', description: 'A proof that was made on another machine, as it was sent.' });
export type SentProof = z.infer<typeof SentProof>;

/** Example for the API reference. */
const exampleSentProof = {
  digest: '1b0b1f7de6a24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
  workspace_id: exampleWorkspace.workspace_id,
  scenario: 'rate-limit',
  proof: {
    task_digest: '7c0b1f7de6a24ad1f0c7a6b8e2d94f7316c08a5be9d47f2013ab6c58d7e90f42',
    harness_version: '0.1.0',
    proved_at: '2026-11-15T12:04:00.000Z',
    proven: true,
    tried: true,
    reason: null,
    trials: [{ agent: 'oracle', outcome: 'COMPLETED', scorers: 'PASS', holds: true, remark: 'solves it' }],
  },
  pushed_at: '2026-11-15T12:05:00.000Z',
};

const { scenario, proof } = exampleSentProof;

export const createProof = defineOperation({
  id: 'create_proof',
  method: 'post',
  path: '/v1/proofs',
  tag: 'Scenarios',
  summary: 'Store a proof that was made on another machine',
  description:
    'The proof is stored as sent and does not prove a task of this server; for that, use `POST /v1/tasks/{task_id}/proof`. The same content is stored once: a repeat is answered with 200 and the stored proof.',
  scope: 'write',
  body: z.strictObject({
    workspace_id: WorkspaceId.optional(),
    scenario: z.string().min(1).max(200),
    proof: Proof,
  }),
  status: 201,
  answer: SentProof,
  example: { body: { scenario, proof }, answer: exampleSentProof },
});

export const createScenario = defineOperation({
  id: 'create_scenario',
  method: 'post',
  path: '/v1/scenarios',
  tag: 'Scenarios',
  summary: 'Create a scenario',
  description: 'The name must be unique among active scenarios. `ETag` is its revision.',
  scope: 'write',
  body: z.strictObject({ scenario: Scenario }),
  status: 201,
  answer: StoredScenario,
  example: { body: { scenario: exampleScenario }, answer: exampleStoredScenario },
});

/** A task with its frozen files. */
export const StoredTask = Task.extend({
  files: z
    .array(z.object({ name: z.string(), executable: z.boolean(), digest: Digest, size_bytes: Bytes }))
    .meta({ description: 'Empty for the task of a run executed elsewhere.' }),
}).meta({ id: 'StoredTask', description: 'A frozen scenario with its files.' });
export type StoredTask = z.infer<typeof StoredTask>;

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

export const getScenario = defineOperation({
  id: 'get_scenario',
  method: 'get',
  path: '/v1/scenarios/{scenario_id}',
  tag: 'Scenarios',
  summary: 'Read a scenario',
  description: '`ETag` is its revision. Send it as `If-Match` when you edit.',
  scope: 'read',
  params: scenarioParams,
  status: 200,
  answer: StoredScenario,
  example: { params: { scenario_id: exampleStoredScenario.scenario_id }, answer: exampleStoredScenario },
});

/** Results of the runs that prove a task. */
export const TaskProof = z
  .object({
    task_id: TaskId,
    proven: z.boolean().nullable().meta({ description: 'Null until every run is graded.' }),
    reason: z.string().nullable().meta({
      description: 'Why the task cannot be proven, or the first reference agent with the wrong result; null otherwise.',
    }),
    yardsticks: z.array(
      z.object({
        agent: AgentId,
        run_id: RunId.nullable().meta({ description: 'Null if no run was created yet.' }),
        status: RunStatus.nullable(),
        trial: Trial.nullable().meta({ description: 'Null until the run is graded.' }),
      }),
    ),
  })
  .meta({ id: 'TaskProof', description: 'The proof of a task so far, by reference agent.' });
export type TaskProof = z.infer<typeof TaskProof>;

export const getTaskProof = defineOperation({
  id: 'get_task_proof',
  method: 'get',
  path: '/v1/tasks/{task_id}/proof',
  tag: 'Scenarios',
  summary: 'Read the proof of a task: the oracle must pass; doing nothing and cheating must fail',
  description:
    'For each reference agent, the newest proof run counts. Create proof runs with a POST to the same address, or one by one as runs with the label `proof`, such as `{"execute": {"task_id": …, "label": "proof", "agent": {"id": "cheat:skip-all", "type": "cheat", "cheat": "skip-all"}}}`.',
  scope: 'read',
  params: z.object({ task_id: TaskId }),
  status: 200,
  answer: TaskProof,
  example: {
    params: { task_id: exampleRun.task_id },
    answer: {
      task_id: exampleRun.task_id,
      proven: null,
      reason: null,
      yardsticks: [
        {
          agent: 'oracle',
          run_id: exampleRun.run_id,
          status: 'finished',
          trial: { agent: 'oracle', outcome: 'COMPLETED', scorers: 'PASS', holds: true, remark: 'solves it' },
        },
        { agent: 'nop', run_id: 'run_01m7ew0rvkraj0vfggyenb7x96', status: 'running', trial: null },
        { agent: 'cheat:delete-tests', run_id: null, status: null, trial: null },
      ],
    },
  },
});

export const getTask = defineOperation({
  id: 'get_task',
  method: 'get',
  path: '/v1/tasks/{task_id}',
  tag: 'Scenarios',
  summary: 'Read a task with the names of its files',
  scope: 'read',
  params: z.object({ task_id: TaskId }),
  status: 200,
  answer: StoredTask,
  example: { params: { task_id: exampleTask.task_id }, answer: exampleStoredTask },
});

export const listProofs = defineOperation({
  id: 'list_proofs',
  method: 'get',
  path: '/v1/proofs',
  tag: 'Scenarios',
  summary: 'List the proofs that were made on other machines, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, scenario: z.string().optional(), ...pageFields }),
  status: 200,
  answer: pageSchema(SentProof),
  example: {
    query: { workspace_id: exampleSentProof.workspace_id },
    answer: { items: [exampleSentProof], next: null },
  },
});

export const listScenarioTasks = defineOperation({
  id: 'list_scenario_tasks',
  method: 'get',
  path: '/v1/scenarios/{scenario_id}/tasks',
  tag: 'Scenarios',
  summary: 'List the tasks frozen from a scenario, newest first',
  scope: 'read',
  params: scenarioParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Task),
  example: { params: { scenario_id: exampleStoredScenario.scenario_id }, answer: { items: [exampleTask], next: null } },
});

export const listScenarios = defineOperation({
  id: 'list_scenarios',
  method: 'get',
  path: '/v1/scenarios',
  tag: 'Scenarios',
  summary: 'List the active scenarios by name',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(StoredScenario),
  example: { answer: { items: [exampleStoredScenario], next: null } },
});

export const proveTask = defineOperation({
  id: 'prove_task',
  method: 'post',
  path: '/v1/tasks/{task_id}/proof',
  tag: 'Scenarios',
  summary: 'Queue all runs that prove a task: the oracle, doing nothing and each cheat',
  description:
    'Queues all runs or none. They do not count for any agent. A task without what a proof needs is rejected.',
  scope: 'write',
  params: z.object({ task_id: TaskId }),
  body: z.strictObject({ ...workspaceField }),
  status: 202,
  answer: TaskProof,
  example: {
    params: { task_id: exampleRun.task_id },
    body: {},
    answer: {
      task_id: exampleRun.task_id,
      proven: null,
      reason: null,
      yardsticks: [{ agent: 'oracle', run_id: exampleQueuedRun.run_id, status: 'queued', trial: null }],
    },
  },
});

export const updateScenario = defineOperation({
  id: 'update_scenario',
  method: 'put',
  path: '/v1/scenarios/{scenario_id}',
  tag: 'Scenarios',
  summary: 'Edit a scenario',
  description:
    'Send the revision you read as `If-Match` or `revision`. If someone else edited the scenario in between, the answer is `revision_mismatch` with status 412 and nothing is overwritten. Frozen tasks do not change.',
  scope: 'write',
  params: scenarioParams,
  body: z.strictObject({ scenario: Scenario, revision: z.int().min(1).optional() }),
  status: 200,
  answer: StoredScenario,
  example: {
    params: { scenario_id: exampleStoredScenario.scenario_id },
    body: { scenario: exampleScenario, revision: 1 },
    answer: { ...exampleStoredScenario, revision: 2, updated_at: '2026-11-15T13:00:00.000Z' },
  },
});

const ScenarioFault = z
  .object({
    path: z.string().meta({ description: 'Such as `scorers[2].timeout_s`; empty for the whole scenario.' }),
    expected: z.string().meta({ description: 'Completes the phrase "expected …".' }),
    found: z.string().meta({ description: 'Completes the phrase "found …".' }),
    hint: z.string().optional().meta({ description: 'The field or value that was probably meant.' }),
  })
  .meta({ id: 'ScenarioFault', description: 'One error in a scenario.' });

export const validateScenario = defineOperation({
  id: 'validate_scenario',
  method: 'post',
  path: '/v1/scenarios/validate',
  tag: 'Scenarios',
  summary: 'List all errors in a scenario',
  description: 'Stores nothing. The files it names are checked when it is frozen.',
  scope: 'read',
  body: z.strictObject({ scenario: z.unknown() }),
  status: 200,
  answer: z.object({
    faults: z.array(ScenarioFault),
    scenario: Scenario.nullable().meta({ description: 'With defaults filled in; null if there are errors.' }),
  }),
  example: {
    body: { scenario: { ...exampleScenario, limits: { wall_s: 'long' } } },
    answer: {
      faults: [{ path: 'limits.wall_s', expected: 'a number', found: '"long"' }],
      scenario: null,
    },
  },
});
