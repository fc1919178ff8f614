import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const lines = (path: string, after: string, before: string | null = '\n') =>
  findSignals(new Map([[path, { before, after }]]))
    .filter(({ kind, change }) => kind === 'swallowed_status' && change === 'added')
    .map(({ line }) => line);

const script = (command: string) => `{\n  "scripts": {\n    "build": "tsc -b",\n    "test": "${command}"\n  }\n}\n`;
const step = (more: string) => `jobs:\n  test:\n    steps:\n      - name: test\n${more}`;

test.each([
  ['run.sh', 'pytest -q || true\n', [1], 'pytest'],
  ['run.sh', 'npm test || :\n', [1], 'the short form'],
  ['run.sh', 'cargo test || exit 0\n', [1], 'an exit'],
  ['run.sh', 'go test ./... || echo "flaky"\n', [1], 'an echo instead of a failure'],
  ['run.sh', 'npm ci && npm run lint || true\n', [1], 'after another command'],
  ['run.sh', 'pytest \\\n  --maxfail=1 \\\n  || true\n', [1], 'over several lines'],
  ['run.sh', 'bash -c "pytest || true"\n', [1], 'in quotes'],
  ['run.sh', 'npx jest; exit 0\n', [1], 'an exit after'],
  ['run.sh', '#!/bin/sh\npytest\nexit 0\n', [3], 'a script that ends with success'],
  ['run.sh', 'set +e\npytest\necho done\n', [1], 'a script that continues'],
  ['package.json', script('jest || true'), [4], 'a script of a package'],
  ['package.json', script('vitest run; exit 0'), [4], 'with an exit'],
  ['Makefile', 'test:\n\tpytest || true\n', [2], 'a recipe'],
  ['Makefile', 'test:\n\t-pytest\n', [2], 'a recipe with ignored errors'],
  ['.github/workflows/ci.yml', step('        run: npm test || true\n'), [5], 'a step'],
  [
    '.github/workflows/ci.yml',
    step('        run: npm test\n        continue-on-error: true\n'),
    [6],
    'a step that may fail',
  ],
  [
    '.github/workflows/ci.yml',
    step('        continue-on-error: true\n        run: |\n          pip install .\n          pytest\n'),
    [5],
    'a step of several lines',
  ],
  ['.gitlab-ci.yml', 'test:\n  script:\n    - pytest\n  allow_failure: true\n', [4], 'a job that may fail'],
  ['pom.xml', '<configuration>\n<testFailureIgnore>true</testFailureIgnore>\n</configuration>\n', [2], 'Maven'],
  ['run.sh', 'mvn verify -Dmaven.test.failure.ignore=true\n', [1], 'Maven, in a command'],
  ['build.gradle', 'test {\n  ignoreFailures = true\n}\n', [2], 'Gradle'],
])('%s discards a status: %j', (path, after, expected) => {
  expect(lines(path, after)).toEqual(expected);
});

test.each([
  ['run.sh', 'rm -f build || true\n', 'cleanup'],
  ['run.sh', 'docker rm -f db || true\npytest\n', 'a resource that may be missing'],
  ['run.sh', 'kill "$PID" 2>/dev/null || true\n', 'a process that may have exited'],
  ['run.sh', 'grep -q test file || true\n', 'a search that may find nothing'],
  ['run.sh', 'mkdir -p test || true\n', 'a folder called test'],
  ['run.sh', 'cat tests.log || true\n', 'a test log'],
  ['run.sh', 'pytest || exit 1\n', 'a failure that is passed on'],
  ['run.sh', 'pytest || { echo failed; exit 1; }\n', 'a failure with a message'],
  ['run.sh', 'pytest || status=$?\n', 'a status that is stored'],
  ['run.sh', 'pytest || (echo no && false)\n', 'an echo and a failure'],
  ['run.sh', '# pytest || true\n', 'a comment'],
  ['run.sh', 'set +e\npytest\nstatus=$?\nset -e\nexit $status\n', 'a status that is stored for later'],
  ['run.sh', 'set -e\npytest\nexit 0\n', 'a script that stops at errors'],
  ['run.sh', 'if pytest; then\n  echo ok\nfi\nexit 0\n', 'a script that checks the status'],
  ['run.sh', 'command -v pytest || true\n', 'a lookup of the command'],
  ['run.sh', 'pytest --version || true\n', 'a version query'],
  ['run.sh', 'npm install || true\n', 'no check'],
  ['run.sh', 'echo "npm test || true is bad"\n', 'a string'],
  ['package.json', script('jest --ci'), 'a plain script'],
  ['package.json', script('echo \\"Error: no test specified\\" && exit 1'), 'the script of a new package'],
  ['package.json', '{\n  "scripts": {\n    "clean": "rimraf dist || true"\n  }\n}\n', 'cleanup'],
  ['package.json', '{\n  "description": "runs jest || true",\n  "scripts": {}\n}\n', 'not a script'],
  ['Makefile', 'clean:\n\t-rm -rf build\n', 'cleanup'],
  ['Makefile', '-include test.mk\ntest:\n\tpytest\n', 'a file that may be missing'],
  [
    '.github/workflows/ci.yml',
    step('        run: npm test\n      - uses: codecov/codecov-action@v4\n        continue-on-error: true\n'),
    'an optional upload',
  ],
  [
    '.github/workflows/ci.yml',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
    step('        run: npm test\n        continue-on-error: ${{ matrix.experimental }}\n'),
    'an experiment',
  ],
  ['.github/workflows/ci.yml', step('        run: npm test\n        continue-on-error: false\n'), 'the opposite'],
  ['docker-compose.yml', 'services:\n  test:\n    command: pytest\n', 'not a workflow'],
  ['a.py', 'run("pytest || true")\n', 'not a command file'],
  ['README.md', 'pytest || true\n', 'prose'],
])('%s keeps the status: %j: %s', (path, after) => {
  expect(lines(path, after)).toEqual([]);
});
