import { expect, test } from 'vitest';
import { listNpmCommands } from './npm-commands.ts';

const pack = (scripts: object): string => JSON.stringify({ scripts });

test.each([
  { scripts: { test: 'vitest run' }, first: 'npm test -- --reporter=verbose' },
  { scripts: { test: 'jest --env node' }, first: 'npm test -- --verbose' },
  { scripts: { test: 'mocha test' }, first: 'npm test -- --reporter spec' },
  { scripts: { test: 'node --test' }, first: 'npm test' },
  { scripts: { test: 'sh run.sh' }, first: 'npm test' },
  { scripts: { test: 'xo && ava && tsd' }, first: "npm exec -c 'ava'" },
  {
    scripts: { test: 'pnpm run a && npm run b', a: 'jest --env node', b: 'eslint .' },
    first: "npm exec -c 'jest --env node --verbose'",
  },
  { scripts: { test: 'npm run build && mocha', build: 'tsc' }, first: "npm exec -c 'tsc && mocha --reporter spec'" },
  { scripts: { test: 'eslint .' }, first: 'npm test' },
])('$scripts gives $first', ({ scripts, first }) => {
  const commands = listNpmCommands(pack(scripts));
  expect(commands[0]).toBe(first);
  expect(commands.at(-1)).toBe('npm test');
});

test('a script that calls itself is expanded a few times only', () => {
  expect(listNpmCommands(pack({ test: 'npm run a', a: 'npm run a' }))).toContain('npm test');
});
