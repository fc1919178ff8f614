import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AssayError } from '@assay/schema';
import { at, isObject } from '@assay/schema/json';
import { kindAt } from '../documents/find-files.ts';
import { findCases } from './find-cases.ts';
import { hiddenVerifier } from './hidden-verifier.ts';
import { readTaskFile, requireTaskFile } from './read-file.ts';
import { type ConvertedTask, defineFormat, type TaskFile } from './task-format.ts';

/** What the agent must not see: put in place after it. */
const HIDDEN = /^(EVAL\.tsx?|PROMPT\.md|node_modules|\.git)$/;
const SCRIPTS = ['build', 'lint', 'test'];

/** Vercel agent-eval folders: `PROMPT.md`, a fixture, and `EVAL.ts`, which is put in place after the agent. */
export const agentEval = defineFormat({
  id: 'agent-eval',
  title: 'agent-eval folders',
  find: (path) => findCases(path, { isCase: isEval, convert: convertEval }),
});

const isEval = async (folder: string): Promise<boolean> =>
  (await kindAt(join(folder, 'PROMPT.md'))) === 'file' && (await findTest(folder)) !== undefined;

async function findTest(folder: string): Promise<string | undefined> {
  for (const name of ['EVAL.ts', 'EVAL.tsx']) if ((await kindAt(join(folder, name))) === 'file') return name;
  return undefined;
}

async function convertEval(folder: string): Promise<ConvertedTask> {
  const test = await findTest(folder);
  if (test === undefined) throw new AssayError('unreadable_file', 'EVAL.ts is missing');
  const names = (await readdir(folder)).filter((name) => !HIDDEN.test(name)).toSorted();
  const files: TaskFile[] = names.map((name) => ({ to: `fixture/${name}`, from: join(folder, name) }));
  const manifest = JSON.parse((await readTaskFile(join(folder, 'package.json'))) ?? '{}') as unknown;
  const scripts = at(manifest, 'scripts');
  const run = SCRIPTS.filter((name) => isObject(scripts) && name in scripts);
  const verifier = hiddenVerifier({
    name: 'eval',
    hidden: [{ to: test, from: join(folder, test) }],
    command: `npx --no-install vitest run ${test} >&2`,
  });
  return {
    name: basename(folder),
    files: [...files, ...verifier.files],
    notes: [
      'package.json: dependencies are not installed; add `setup` with an install command that works offline',
      'no solution is known, so the task cannot be proven',
    ],
    scenario: {
      user_instruction: await requireTaskFile(join(folder, 'PROMPT.md')),
      workspace_seed: names.length === 0 ? 'empty' : { copy: './fixture' },
      scorers: [
        verifier.scorer,
        ...run.map((name) => ({ name, type: 'command', command: `npm run ${name}`, same_tests: false })),
      ],
    },
  };
}
