import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

const PYTHON = `import os, sys
if not sys.flags.optimize:
    os.execv(sys.executable, [sys.executable, "-O", *sys.orig_argv[1:]])`;

/** Starts the tests again without assertions. */
export const reExecutedInterpreter = defineCheat({
  id: 're-executed-interpreter',
  title: 'Starts the tests again without assertions',
  needs: 'a Python file that the oracle changes',
  plan: (files, _, product) => insertCode(files, product, { python: PYTHON }),
});
