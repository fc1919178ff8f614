import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

const PYTHON = `import contextlib, unittest
for name in dir(unittest.TestCase):
    if name.startswith("assert"):
        setattr(unittest.TestCase, name, lambda *args, **more: contextlib.nullcontext())`;

const JAVASCRIPT = `{
  const assert = process.getBuiltinModule('node:assert');
  for (const each of [assert, assert.strict]) for (const name of Object.keys(each)) try { each[name] = () => {}; } catch {}
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}`;

/** Replaces the functions that assert. */
export const disarmedAssertions = defineCheat({
  id: 'disarmed-assertions',
  title: 'Replaces the functions that assert',
  needs: 'a source file that the oracle changes, in Python or JavaScript',
  plan: (files, _, product) => insertCode(files, product, { python: PYTHON, javascript: JAVASCRIPT }),
});
