import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ACTION, createRepository as create, runAction, SKIPPED, TEST } from './action-steps.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function createRepository(content: string, others: Readonly<Record<string, string>> = {}) {
  const repository = create(content, others);
  folders.push(repository.folder);
  return repository;
}

test('an honest change passes', async () => {
  const { folder, base, head } = createRepository(TEST.replace('1 + 2', '2 + 1'));
  expect(await runAction(folder, { base, head })).toMatchObject({ status: 0 });
});

test('a skipped test fails the step, with an annotation at its line, and SARIF is written', async () => {
  const { folder, base, head } = createRepository(SKIPPED);
  const sarif = join(folder, 'out.sarif');
  const { status, output } = await runAction(folder, { base, head, sarif });
  expect({ status, output }).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^::error file=add\.test\.ts,line=2/m),
  });
  expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0' });
});

test.each([
  { run: 'report', says: /::notice [^\n]*proves nothing about it/ },
  { run: 'required', says: /::notice [^\n]*proves nothing about it/ },
  { run: '', says: /^(?![\s\S]*proves nothing)/ },
])('the input run with "$run" runs the tests of the change or not', async ({ run, says }) => {
  const { folder, base, head } = createRepository(TEST, {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
    'cart.js': 'export const total = (items) => items.length;\n',
    'cart.test.js': "import { test } from 'node:test';\ntest('nothing', () => {});\n",
  });
  const home = `${folder}-home`;
  folders.push(home);
  const { status, output } = await runAction(folder, { base, head, run }, { HOME: home });
  expect({ status, output }).toMatchObject({ status: 0, output: expect.stringMatching(says) });
});

test('an input is never executed as code', async () => {
  const { folder, base } = createRepository(TEST);
  const { status, output } = await runAction(folder, { base, head: '$(touch planted)`touch planted`' });
  expect(status).toBe(2);
  expect(output).not.toContain('planted:');
  expect(() => readFileSync(join(folder, 'planted'))).toThrow('ENOENT');
});

test('installs nothing from a registry by name', () => {
  expect(ACTION.runs.steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/npm (?:install|i|exec)\b|npx /);
});
