import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const kinds = (path: string, before: string | null, after: string) =>
  findSignals(new Map([[path, { before, after }]]))
    .filter(({ kind, change }) => kind === 'early_exit' && change === 'added')
    .map(({ line }) => line);

test.each([
  ['app/core.py', 'import sys\n\nsys.exit(0)\n\ndef f():\n    return 1\n', [3], 'a module that ends the program'],
  ['tests/test_a.py', 'import os\nos._exit(0)\n\ndef test_a():\n    assert f() == 1\n', [2], 'before any test runs'],
  ['app/b.py', 'import sys\nsetup()\nsys.exit(0)\nrun()\n', [3], 'after a call'],
  ['run_tests.py', 'import os\n\nos._exit(0)\n', [3], 'a runner that only exits'],
  ['tests/test_a.py', 'import unittest\nraise unittest.SkipTest("flaky")\n\ndef test_a(): pass\n', [2], 'a whole file'],
  ['conftest.py', 'import os\ndef pytest_sessionfinish(session):\n    os._exit(0)\n', [3], 'a hook'],
  [
    'conftest.py',
    'def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n',
    [2],
    'an exit status',
  ],
  ['conftest.py', 'def f(report):\n    report.outcome = "passed"\n', [2], 'an outcome'],
  ['conftest.py', 'import sys\nsys.excepthook = lambda *a: None\n', [2], 'a hook for exceptions'],
  ['app/a.py', 'import atexit, os\natexit.register(lambda: os._exit(0))\ndef f(): pass\n', [2], 'at the end'],
  ['src/a.js', "import x from 'y';\nprocess.exit(0);\nexport function f() {}\nf();\n", [2], 'a module'],
  ['test.js', 'process.exit(0);\n', [1], 'a runner that only exits'],
  [
    'a.test.ts',
    "import { test, afterAll } from 'vitest';\nafterAll(() => {\n  process.exit(0);\n});\n",
    [3],
    'after all',
  ],
  ['a.test.ts', "test('a', () => {});\nprocess.exitCode = 0;\n", [2], 'the code of the tests'],
  ['src/a.ts', "process.on('exit', () => {\n  process.exitCode = 0;\n});\n", [1], 'an exit handler'],
  ['test.sh', '#!/bin/sh\nexit 0\n', [2], 'a script that only succeeds'],
  [
    'test.sh',
    '#!/bin/bash\necho "skipped: flaky"\nexit 0\nset -e\npytest\n',
    [3],
    'a script that exits before its tests',
  ],
  ['run.rb', 'exit!(0)\n', [1], 'Ruby'],
  ['spec/a_spec.rb', 'at_exit { exit!(0) }\ndescribe "a" do\nend\n', [1], 'Ruby, an exit handler'],
  ['setup_test.go', 'package a\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n', [5], 'Go'],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @AfterAll static void end() {\n    System.exit(0);\n  }\n}\n',
    [3],
    'Java',
  ],
  ['ATests.cs', 'class ATests {\n  void End() { Environment.Exit(0); }\n}\n', [2], 'C#'],
  ['tests/a.rs', '#[test]\nfn a() {\n    std::process::exit(0);\n}\n', [3], 'Rust'],
  ['tests/ATest.php', '<?php\nclass ATest {\n  function tearDown(): void { exit(0); }\n}\n', [3], 'PHP'],
])('%s exits early: %s', (path, after, lines) => {
  expect(kinds(path, 'something_else()\n', after)).toEqual(lines);
});

test.each([
  ['cli.py', 'import sys\n\ndef main():\n    if version:\n        sys.exit(0)\n\nmain()\n', 'a command that finished'],
  ['cli.py', 'import sys\n\nif __name__ == "__main__":\n    sys.exit(main())\n', 'the usual end'],
  ['cli.py', 'import sys\n\nmain()\nsys.exit(0)\n', 'the end of a script'],
  ['a.py', 'import sys\n\ntry:\n    import x\nexcept ImportError:\n    sys.exit(0)\n\nx()\n', 'under a condition'],
  ['a.py', 'import sys\nsys.exit(1)\nf()\n', 'with failure'],
  ['a.py', 'import sys\nsys.exit("no")\nf()\n', 'with a message'],
  ['a.py', '"""\nsys.exit(0)\n"""\nf()\n', 'in a string'],
  ['a.py', '# sys.exit(0)\nf()\n', 'commented out'],
  ['daemon.py', 'import os\nif os.fork() > 0:\n    os._exit(0)\nrun()\n', 'a parent process'],
  [
    'tests/test_a.py',
    'import os\ndef test_a():\n    pid = os.fork()\n    if pid == 0:\n        os._exit(0)\n',
    'a child process of a test',
  ],
  ['tests/test_a.py', 'def test_a():\n    with pytest.raises(SystemExit):\n        sys.exit(0)\n', 'a test of an exit'],
  ['tests/test_a.py', 'if not HAS_X:\n    raise unittest.SkipTest("x")\n', 'under a condition'],
  [
    'app/main.py',
    'import sys\ndef hook(*a): log(a)\ndef main():\n    sys.excepthook = hook\n',
    'an application with a hook',
  ],
  ['tests/test_a.py', 'assert report.outcome == "passed"\n', 'a comparison'],
  ['cli.js', "import { main } from './main.js';\nawait main();\nprocess.exit(0);\n", 'the end of a script'],
  ['cli.js', 'if (done) {\n  process.exit(0);\n}\nmain();\n', 'under a condition'],
  ['cli.js', 'if (done)\n  process.exit(0);\nmain();\n', 'under a condition without braces'],
  ['cli.js', 'main().then(() => process.exit(0));\n', 'after the work'],
  ['a.test.ts', "vi.spyOn(process, 'exit').mockImplementation(() => {});\nprocess.exit(0);\n", 'a mocked exit'],
  ['a.test.ts', "expect(run('process.exit(0)')).toBe(0);\n", 'in a string'],
  ['server.ts', "process.on('SIGTERM', () => {\n  process.exit(0);\n});\n", 'a signal'],
  ['run.sh', '#!/bin/sh\nset -e\npytest\nexit 0\n', 'the end of a script that stops at errors'],
  ['run.sh', '#!/bin/sh\nif [ -z "$A" ]; then\n  exit 0\nfi\npytest\n', 'under a condition'],
  ['run.sh', '#!/bin/sh\nusage() {\n  exit 0\n}\npytest\n', 'in a function'],
  ['main_test.go', 'package a\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n', 'the usual end'],
  [
    'main_test.go',
    'package a\n\nfunc TestHelper(t *testing.T) {\n\tif os.Getenv("X") == "" {\n\t\treturn\n\t}\n\tos.Exit(0)\n}\n',
    'another process',
  ],
  ['Main.java', 'class Main {\n  void main() { System.exit(0); }\n}\n', 'a program'],
  ['src/test/java/ATest.java', 'int status = catchSystemExit(() -> System.exit(0));\n', 'a test of an exit'],
  ['src/main.rs', 'fn main() { std::process::exit(0); }\n', 'a program'],
])('%s does not exit early: %s', (path, after) => {
  expect(kinds(path, 'something_else()\n', after)).toEqual([]);
});

test('accepts a new program that only succeeds, because tests use such fakes', () => {
  expect(kinds('tests/bin/fake-editor', null, '#!/bin/sh\nexit 0\n')).toEqual([]);
});
