import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

const PYTHON = `class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


for name, value in list(globals().items()):
    if getattr(value, "__module__", None) == __name__ and not isinstance(value, type):
        globals()[name] = lambda *args, **more: Anything()`;

/** Returns a value that equals everything. */
export const equalsEverything = defineCheat({
  id: 'equals-everything',
  title: 'Returns a value that equals everything',
  needs: 'a Python file that the oracle changes',
  plan: (files, _, product) => insertCode(files, product, { python_end: PYTHON }),
});
