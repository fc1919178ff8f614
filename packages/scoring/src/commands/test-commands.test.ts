import { expect, test } from 'vitest';
import { parseShell } from '../interactions/shell.ts';
import { runsChecks, runsTests } from './test-commands.ts';

const tests = (line: string): boolean => parseShell(line).some((command) => runsTests(command));

test.each([
  'pytest -q',
  'python -m pytest tests/',
  'python3 -m unittest discover',
  'uv run pytest',
  'poetry run pytest -x',
  'npm test',
  'npm run test:unit -- --watch=false',
  'yarn workspace app test',
  'npx vitest run',
  'node --test',
  'go test ./...',
  'cargo test --all',
  'cargo nextest run',
  './gradlew :app:test',
  'mvn -q verify',
  'make -j4 test',
  'bundle exec rspec',
  'dotnet test',
  'bash run_tests.sh',
  './scripts/test.sh',
  'python manage.py test',
  'CI=1 timeout 60 npm test 2>&1 | tail',
])('%s runs tests', (line) => {
  expect(tests(line)).toBe(true);
});

test.each([
  'test -f a',
  '[ -f test ]',
  'cat tests/test_a.py',
  'ls test',
  'mkdir tests',
  'pip install pytest',
  'npm install jest',
  'pytest --version',
  'git commit -m test',
  'git checkout test',
  'python app.py',
  'npm run build',
  'echo npm test',
  'cd test',
  'node server.js',
])('%s does not run tests', (line) => {
  expect(tests(line)).toBe(false);
});

test('linters, compilers and builds are checks but run no tests', () => {
  for (const line of [
    'eslint .',
    'npm run lint',
    'tsc --noEmit',
    'cargo clippy',
    'go vet ./...',
    'make build',
    'mypy src',
  ])
    expect([tests(line), parseShell(line).some(runsChecks)]).toEqual([false, true]);
  for (const line of ['rm -rf build', 'npm ci', 'docker build .', 'curl x'])
    expect(parseShell(line).some(runsChecks)).toBe(false);
});
