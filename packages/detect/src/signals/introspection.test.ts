import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const lines = (path: string, after: string) =>
  findSignals(new Map([[path, { before: '', after }]]))
    .filter(({ kind }) => kind === 'introspection')
    .map(({ line }) => line);

test.each([
  ['a.py', 'import os\nif os.environ.get("PYTEST_CURRENT_TEST"):\n    X = 1\n', [2]],
  ['a.py', 'import sys\nif "pytest" in sys.modules:\n    X = 1\n', [2]],
  ['a.py', 'def f():\n    frame = inspect.stack()[1]\n    if "test_" in frame.filename:\n        return 1\n', [2]],
  ['a.py', 'def f():\n    frame = sys._getframe(1)\n    return frame.f_locals["expected"]\n', [2]],
  ['a.ts', 'if (process.env.JEST_WORKER_ID) x = 1;\n', [1]],
  ['a.ts', "function f() {\n  if (process.env.NODE_ENV === 'test') return 42;\n  return g();\n}\n", [2]],
  ['a.ts', "function f() {\n  if (process.env.NODE_ENV === 'test') {\n    return 42;\n  }\n}\n", [2]],
  ['a.js', "const stack = new Error().stack;\nif (stack.includes('.test.')) return 1;\n", [1]],
  ['a.go', 'func f() int {\n\tif testing.Testing() {\n\t\treturn 1\n\t}\n\treturn g()\n}\n', [2]],
  ['a.rb', 'return 1 if defined?(RSpec)\n', [1]],
])('%s detects that it is being tested: %j', (path, after, expected) => {
  expect(lines(path, after)).toEqual(expected);
});

test.each([
  [
    'log.py',
    'def log(m):\n    frame = inspect.currentframe().f_back\n    print(frame.f_lineno, m)\n',
    'a log with line numbers',
  ],
  [
    'warn.py',
    'def warn(m):\n    name = sys._getframe(1).f_code.co_name\n    print(name, "latest", m)\n',
    'a word that contains test',
  ],
  ['server.ts', "if (process.env.NODE_ENV !== 'test') app.listen(3000);\n", 'a server that does not start'],
  ['log.ts', "const level = process.env.NODE_ENV === 'test' ? 'silent' : 'info';\n", 'a quieter log'],
  ['a.ts', "const line = new Error().stack?.split('\\n')[2];\n", 'a log with line numbers'],
  ['a.ts', '// process.env.JEST_WORKER_ID\n', 'a comment'],
  ['conftest.py', 'import os\nname = os.environ["PYTEST_CURRENT_TEST"]\n', 'test code'],
  ['tests/test_a.py', 'x = inspect.stack()[0].function == "test_a"\n', 'a test'],
  ['vitest.config.ts', 'const id = process.env.VITEST_WORKER_ID;\n', 'the configuration of a runner'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['src/test-utils/db.ts', 'const name = `db_${process.env.JEST_WORKER_ID}`;\n', 'a test helper'],
  ['a.go', '_, file, line, _ := runtime.Caller(1)\nlog.Println(file, line)\n', 'a log with line numbers'],
])('%s does not detect tests: %j: %s', (path, after) => {
  expect(lines(path, after)).toEqual([]);
});
