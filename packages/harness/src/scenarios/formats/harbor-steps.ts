import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, type HarborTask } from '@assay/schema';
import { kindAt } from '../documents/find-files.ts';
import { requireTaskFile } from './read-file.ts';
import type { TaskFile } from './task-format.ts';

/** One instruction with its verifier; a task without steps is one. */
export interface Step {
  readonly name: string;
  readonly instruction: string;
  /** From 1; null for a task without steps. */
  readonly turn: number | null;
  readonly is_last: boolean;
  readonly agent_timeout_s: number | undefined;
  readonly min_reward: number | Readonly<Record<string, number>> | undefined;
  readonly artifacts: HarborTask['artifacts'];
  readonly verifier: Partial<HarborTask['verifier']>;
  /** The folder of its tests, next to the scenario. */
  readonly tests: string;
  readonly has_dockerfile: boolean;
  readonly files: readonly TaskFile[];
  /** The folder of its solution in the task; null if it has none. */
  readonly solution: string | null;
}

/** The steps of a task in order. */
export async function listSteps(folder: string, task: HarborTask): Promise<Step[]> {
  const shared = { to: 'tests', from: join(folder, 'tests') };
  const has_dockerfile = (await kindAt(join(folder, 'tests', 'Dockerfile'))) === 'file';
  const has_tests = (await kindAt(join(folder, 'tests'))) === 'folder';
  if (task.steps.length === 0) {
    await requireTaskFile(join(folder, 'tests', 'test.sh'));
    return [
      {
        name: 'reward',
        instruction: await requireTaskFile(join(folder, 'instruction.md')),
        turn: null,
        is_last: true,
        agent_timeout_s: task.agent.timeout_sec,
        min_reward: undefined,
        artifacts: [],
        verifier: {},
        tests: 'tests',
        has_dockerfile,
        files: [shared],
        solution: null,
      },
    ];
  }
  const steps: Step[] = [];
  for (const [index, step] of task.steps.entries()) {
    const own = join(folder, 'steps', step.name);
    if (!/^[\w.-]+$/.test(step.name) || /^\.+$/.test(step.name))
      throw new AssayError('invalid_config', `steps[${index}].name: expected the name of a folder, found ${step.name}`);
    await refuseArriving(own, step.name);
    const tests = `steps/${step.name}/tests`;
    const solved = (await kindAt(join(own, 'solution', 'solve.sh'))) === 'file';
    const own_tests = (await kindAt(join(own, 'tests'))) === 'folder';
    if (!own_tests && !has_tests) throw new AssayError('invalid_config', `${tests}: expected a folder, found none`);
    steps.push({
      name: step.name,
      instruction: await requireTaskFile(join(own, 'instruction.md')),
      turn: index + 1,
      is_last: index === task.steps.length - 1,
      agent_timeout_s: step.agent.timeout_sec ?? task.agent.timeout_sec,
      min_reward: step.min_reward,
      artifacts: step.artifacts,
      verifier: withoutAbsent(step.verifier),
      tests,
      has_dockerfile,
      files: [
        ...(has_tests ? [{ ...shared, to: tests }] : []),
        ...(own_tests ? [{ to: tests, from: join(own, 'tests') }] : []),
      ],
      solution: solved ? join(own, 'solution') : null,
    });
  }
  return steps;
}

const STEP_FILES = /^(?:instruction\.md|tests|solution|\..*|(?!instruction).*\.md)$/;

// `workdir`, `environment` and set-up scripts, in the words of several versions of the format
async function refuseArriving(folder: string, step: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const arriving = names.toSorted().find((name) => !STEP_FILES.test(name));
  if (arriving === undefined) return;
  const at = `steps/${step}/${arriving}`;
  throw new AssayError('invalid_config', `${at}: files that arrive with a step are not supported`);
}

const withoutAbsent = (verifier: HarborTask['steps'][number]['verifier']): Step['verifier'] =>
  Object.fromEntries(Object.entries(verifier).filter(([, value]) => value !== undefined)) as Step['verifier'];
