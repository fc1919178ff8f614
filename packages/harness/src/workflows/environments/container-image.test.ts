import { expect, test } from 'vitest';
import { chooseImage, listInstallLines } from './container-image.ts';

test.each([
  ['PYTHONPATH=src python3 -m pytest -rA tests/test_a.py', 'python:3.12'],
  ['.venv/bin/python -m pytest -rA', 'python:3.12'],
  ['npx vitest run --reporter=json', 'node:22'],
  ['go test -v ./store', 'golang:1.24'],
  ['cargo test --offline --tests', 'rust:1.85'],
  ['make test', 'debian:12'],
])('%s runs in %s', (command, image) => expect(chooseImage(command)).toBe(image));

test('an image gets the tools and dependencies of the commit', () => {
  const install = (command: string): string[] => listInstallLines({ command, folder: null });
  expect(install('uv sync --frozen')).toEqual([
    'RUN pip install uv',
    'RUN ["sh","-c","uv sync --frozen"]',
    'ENV PATH="/app/.venv/bin:$PATH"',
  ]);
  expect(install('pnpm install --frozen-lockfile')).toEqual([
    'RUN corepack enable',
    'RUN ["sh","-c","pnpm install --frozen-lockfile"]',
  ]);
  expect(listInstallLines({ folder: 'packages/a', command: 'npm ci' })).toEqual([
    'RUN ["sh","-c","cd \'packages/a\' && { npm ci\\n}"]',
  ]);
  expect(install('echo "a"\necho b')).toEqual(['RUN ["sh","-c","echo \\"a\\"\\necho b"]']);
});
