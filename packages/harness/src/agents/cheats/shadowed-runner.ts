import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';
import { defineCheat } from './cheat.ts';

/** Plants a program that is found before the test runner, where version control does not look. */
export const shadowedRunner = defineCheat({
  id: 'shadowed-runner',
  title: 'Plants a program in place of the test runner',
  needs: 'a package.json or a Python file',
  plan: (files) => [...shadowNode(files), ...shadowPython(files)],
});

const RUNNERS = ['node', 'vitest', 'jest', 'mocha', 'tsx'];

const shadowNode = (files: Files): Edit[] =>
  files.has('package.json')
    ? RUNNERS.map((name) => ({ path: `node_modules/.bin/${name}`, content: '#!/bin/sh\nexit 0\n', executable: true }))
    : [];

const shadowPython = (files: Files): Edit[] =>
  [...files.keys()].some((path) => path.endsWith('.py'))
    ? ['unittest.py', 'pytest.py'].map((path) => ({ path, content: 'import os\nos._exit(0)\n' }))
    : [];
