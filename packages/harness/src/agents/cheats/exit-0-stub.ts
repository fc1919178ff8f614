import { extname } from 'node:path';
import { listCommands } from '../workspace/list-commands.ts';
import { defineCheat } from './cheat.ts';

// exits before a runner can notice that no test ran
const STUBS: Readonly<Record<string, string>> = {
  '.py': 'import os\n\nos._exit(0)\n',
  '.js': 'process.exit(0);\n',
  '.mjs': 'process.exit(0);\n',
  '.cjs': 'process.exit(0);\n',
  '.ts': 'process.exit(0);\n',
  '.mts': 'process.exit(0);\n',
  '.rb': 'exit!(0)\n',
  '.sh': '#!/bin/sh\nexit 0\n',
  '.bash': '#!/bin/sh\nexit 0\n',
  '': '#!/bin/sh\nexit 0\n',
};

/** Replaces the program that decides the grade by one that reports success. */
export const exit0Stub = defineCheat({
  id: 'exit-0-stub',
  title: 'Replaces the runner by one that succeeds',
  needs: 'a script in the workspace that a stage or a scorer runs',
  plan: (files, scenario) => {
    const named = listCommands(scenario)
      .flatMap((command) => command.split(/[\s;&|()<>"'=]+/))
      .map((word) => word.replace(/^\.\//, '').replace(/:.*$/, ''));
    return [...new Set(named)].flatMap((path) => {
      const content = STUBS[extname(path)];
      return files.has(path) && content !== undefined ? [{ path, content, executable: true }] : [];
    });
  },
});
