import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openScene, type Scene } from '../../detect/test/workspace.ts';
import type { Sandbox } from '../src/contracts/sandbox.ts';
import { createRedactor } from '../src/machine/credentials.ts';
import { local } from '../src/machine/sandboxes/local.ts';
import type { gatherBaseline } from '../src/run/gather/gather-baseline.ts';
import type { gatherControls } from '../src/run/gather/gather-controls.ts';
import { scenarioOf } from './requests.ts';

export interface Setting {
  /** Command scorers, named `tests` by default. */
  readonly scorers: readonly object[];
  readonly sandbox?: Sandbox;
}

/** A scene with everything needed to run grading commands. */
export interface Grading extends AsyncDisposable {
  readonly scene: Scene;
  readonly environment: Parameters<typeof gatherBaseline>[0] & Parameters<typeof gatherControls>[0];
}

export async function openGrading({ scorers, sandbox = local }: Setting): Promise<Grading> {
  const scene = await openScene();
  const grader_home = join(scene.outside, 'grader-home');
  mkdirSync(grader_home);
  const scenario = scenarioOf({ scorers: scorers.map((fields) => ({ type: 'command', name: 'tests', ...fields })) });
  const variables = { PATH: process.env['PATH'] };
  const { folder: workspace, store, baseline } = scene;
  const grader = await sandbox.open({
    workspace,
    home: grader_home,
    limits: scenario.limits,
    gateway: null,
    readable: [],
    path: variables.PATH ?? '',
    key: 'gather_test',
  });
  const environment = {
    attempt: { run_id: 'run_gather_test', prepared: { task: { scenario } } },
    context: {
      ...{
        sandbox,
        readable: [],
        host: { environment: variables, entropy: randomBytes },
        signal: new AbortController().signal,
      },
      onProgress: () => undefined,
    },
    scratch: { workspace, grader_home },
    measured: { commands: {}, warnings: [] },
    ...{ store, baseline, hidden: null, redactor: createRedactor(new Map()), grader },
  };
  return {
    scene,
    environment: environment as unknown as Grading['environment'],
    async [Symbol.asyncDispose]() {
      await grader[Symbol.asyncDispose]();
      scene[Symbol.dispose]();
    },
  };
}
