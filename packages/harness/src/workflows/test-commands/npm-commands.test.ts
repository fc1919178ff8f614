import { expect, test } from 'vitest';
import { listNpmCommands } from './npm-commands.ts';

const pack = (scripts: object): string => JSON.stringify({ scripts });

test.each([
  { scripts: { test: 'vitest run' }, first: 'npm test -- --reporter=verbose' },
  { scripts: { test: 'jest --env node' }, first: 'npm test -- --verbose --coverage=false' },
  { scripts: { test: 'mocha test' }, first: 'npm test -- --reporter spec' },
  { scripts: { test: 'node --test' }, first: 'npm test' },
  { scripts: { test: 'sh run.sh' }, first: 'npm test' },
  { scripts: { test: 'xo && ava && tsd' }, first: "npm exec -c 'ava'" },
  {
    scripts: { test: 'pnpm run a && npm run b', a: 'jest --env node', b: 'eslint .' },
    first: "npm exec -c 'jest --env node --verbose --coverage=false'",
  },
  { scripts: { test: 'npm run build && mocha', build: 'tsc' }, first: "npm exec -c 'tsc && mocha --reporter spec'" },
  {
    scripts: { test: 'tsc && node --test && del-cli dist && tsc && node check.js' },
    first: "npm exec -c 'tsc && node --test && node check.js'",
  },
  { scripts: { test: 'eslint .' }, first: 'npm test' },
  {
    scripts: { test: 'npm run --silent b && npm run --silent lint && tape', b: 'sh b.sh', lint: 'eslint .' },
    first: "npm exec -c 'sh b.sh && tape'",
  },
  {
    scripts: { test: 'oxfmt --check src && tsgo --noEmit && pnpm vitest run' },
    first: "npm exec -c 'vitest run --reporter=verbose'",
  },
  { scripts: { test: 'npx --no-install jest' }, first: "npm exec -c 'jest --verbose --coverage=false'" },
])('$scripts gives $first', ({ scripts, first }) => {
  const commands = listNpmCommands(pack(scripts));
  expect(commands[0]).toBe(first);
  expect(commands.at(-1)).toBe('npm test');
});

test.each([
  {
    why: 'folders of the script would run everything',
    scripts: { test: 'mocha --require test/support/env --reporter spec --check-leaks test/ test/acceptance/' },
    first: `PATH="$PWD/node_modules/.bin:$PATH" mocha --require test/support/env --reporter spec --check-leaks --reporter spec FILE`,
  },
  {
    why: 'a pattern in quotes, below a tool for coverage',
    scripts: { test: "c8 node --test --import tsx 'test/**/*.ts'" },
    first: `PATH="$PWD/node_modules/.bin:$PATH" node --test --import tsx FILE`,
  },
  {
    why: 'an option with its value, and a command of the runner',
    scripts: { test: 'vitest run --config vitest.unit.ts src' },
    first: `PATH="$PWD/node_modules/.bin:$PATH" vitest run --config vitest.unit.ts --reporter=verbose FILE`,
  },
  {
    why: 'a tool for coverage around a script',
    scripts: { test: 'nyc --check-coverage npm run unit', unit: 'tape test/*.js' },
    first: `PATH="$PWD/node_modules/.bin:$PATH" tape FILE`,
  },
  {
    why: 'coverage that a few files do not reach',
    scripts: { test: 'vitest run --coverage --coverage.all --config a.ts' },
    first: `PATH="$PWD/node_modules/.bin:$PATH" vitest run --config a.ts --reporter=verbose FILE`,
  },
  {
    why: 'what npm runs before',
    scripts: { pretest: 'npm run build', build: 'tsc -b', test: 'jest' },
    first: `export PATH="$PWD/node_modules/.bin:$PATH" && tsc -b && jest --verbose --coverage=false FILE`,
  },
])('narrowed to a file: $why', ({ scripts, first }) => {
  expect(listNpmCommands(pack(scripts), ['test/a.js'])[0]).toBe(first.replace('FILE', "'test/a.js'"));
});

test.each([
  { script: 'node test.js', runner: 'mocha', first: 'mocha --reporter spec FILE' },
  { script: 'ts-scripts test', runner: 'vitest', first: 'vitest run --reporter=verbose FILE' },
])('a file is tested by $runner itself if $script starts it', ({ script, runner, first }) => {
  const manifest = JSON.stringify({ scripts: { test: script }, devDependencies: { [runner]: '1' } });
  expect(listNpmCommands(manifest, ['test/a.js'])[0]).toBe(
    `PATH="$PWD/node_modules/.bin:$PATH" ${first.replace('FILE', "'test/a.js'")}`,
  );
  expect(listNpmCommands(manifest)).toEqual(['npm test', `npm exec -c '${first.replace(' FILE', '')}'`]);
});

test('a script that calls itself is expanded a few times only', () => {
  expect(listNpmCommands(pack({ test: 'npm run a', a: 'npm run a' }))).toContain('npm test');
});

test.each([
  ['^16.3.0', `PATH="$PWD/node_modules/.bin:$PATH" tap --no-coverage 'test/a.js'`],
  ['21.0.1', `PATH="$PWD/node_modules/.bin:$PATH" tap --disable-coverage 'test/a.js'`],
  ['^5.8.0', `PATH="$PWD/node_modules/.bin:$PATH" tap 'test/a.js'`],
])('tap %s checks no coverage', (version, first) => {
  const manifest = JSON.stringify({ scripts: { test: 'tap' }, devDependencies: { tap: version } });
  expect(listNpmCommands(manifest, ['test/a.js'])[0]).toBe(first);
});
