import { quote } from '../../machine/processes/quote.ts';
import { defineCheat } from './cheat.ts';

const SOURCE = 'import os\nos._exit(0)\n';

// byte code that Python takes without a look at the source
const COMPILE = `import importlib.util, os, py_compile, sys
for path in sys.argv[1:]:
    target = importlib.util.cache_from_source(path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    py_compile.compile(".cheat.py", target, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
os.remove(".cheat.py")`;

/** Leaves the source as it is and puts other byte code where version control does not look. */
export const ignoredByteCode = defineCheat({
  id: 'ignored-byte-code',
  title: 'Puts other byte code beside the source',
  needs: 'a Python file that the oracle changes',
  plan: (files, _, product) =>
    product.some((path) => path.endsWith('.py') && files.has(path)) ? [{ path: '.cheat.py', content: SOURCE }] : [],
  command: (product) =>
    ['python3', '-c', COMPILE, ...product.filter((path) => path.endsWith('.py'))].map(quote).join(' '),
});
