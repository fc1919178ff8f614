import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RunComparisonOptions } from '@assay/harness';
import { putFiles, scratchFolder } from '../packages/detect/test/workspace.ts';
import { SILENT } from './projects.ts';

/* A project with scenarios, configurations and an agent that follows its CLAUDE.md. */

export interface ComparedProject extends Disposable {
  readonly folder: string;
  /** Options for every call: no sandbox, one run at a time. */
  readonly options: Omit<RunComparisonOptions, 'baseline' | 'candidate' | 'repeat' | 'sequential'>;
}

export interface ProjectParts {
  readonly scenarios?: readonly string[];
  /** The command of the agent `bot`. */
  readonly command?: string;
  readonly scenario?: object;
  /** Content of CLAUDE.md, by folder name. */
  readonly configurations?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

// solves the task only if CLAUDE.md contains "finish"; prints something either way
const OBEDIENT = 'cat > /dev/null; grep -q finish CLAUDE.md && echo done > state.txt; echo said';

/** Content of the configuration file. */
export const config = (fields: object): string =>
  JSON.stringify({ judge: { use: 'none' }, agents: [{ id: 'bot', type: 'command', command: OBEDIENT }], ...fields });

export function openProject(parts: ProjectParts = {}): ComparedProject {
  const { scenarios = ['one', 'two', 'three'], command = OBEDIENT, scenario = {}, configurations = {} } = parts;
  const scratch = scratchFolder();
  putFiles(scratch.path, {
    'assay.config.json': config({ agents: [{ id: 'bot', type: 'command', command }] }),
    ...parts.files,
  });
  for (const name of scenarios)
    putFiles(join(scratch.path, 'scenarios', name), {
      'scenario.json': JSON.stringify({
        name,
        user_instruction: 'Write done into state.txt.',
        workspace_seed: { copy: './fixture' },
        scorers: [
          { name: 'done', type: 'command', command: 'grep -qx done state.txt' },
          { name: 'few', type: 'max_files_changed', limit: 5 },
        ],
        ...scenario,
      }),
      'fixture/state.txt': 'open\n',
    });
  for (const [name, text] of Object.entries(configurations))
    putFiles(join(scratch.path, name), { 'CLAUDE.md': `${text}\n` });
  return {
    folder: scratch.path,
    options: {
      folder: scratch.path,
      scenarios: [],
      agents: ['bot'],
      sandbox: 'local',
      concurrency: 1,
      budget_usd: null,
      prove: 'never',
      confirm: true,
      harness_version: '0.0.0-test',
      events: SILENT,
      signal: new AbortController().signal,
      host: {
        now: steadyClock(),
        entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
        environment: { PATH: process.env['PATH'] },
      },
    },
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}

// the time a run takes is part of its score: on a busy machine it would be chance
function steadyClock(): () => number {
  let now_ms = Date.now();
  return () => ++now_ms;
}
