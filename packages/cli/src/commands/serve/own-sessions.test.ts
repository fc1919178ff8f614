import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findOwnCommand, servesOnePerson } from './own-sessions.ts';

const own = { host: '127.0.0.1', database_url: undefined, environment: {} };

test.each([
  { options: own, expected: true, why: 'by default' },
  { options: { ...own, host: '::1' }, expected: true, why: 'on IPv6' },
  { options: { ...own, host: '0.0.0.0' }, expected: false, why: 'other machines reach it' },
  { options: { ...own, database_url: 'postgresql://db/assay' }, expected: false, why: 'others read the database' },
  { options: { ...own, trusted_proxies: ['10.0.0.0/8'] }, expected: false, why: 'it is behind a proxy' },
  {
    options: { ...own, environment: { ASSAY_OIDC_ISSUER: 'https://id.example' } },
    expected: false,
    why: 'people sign in with accounts',
  },
  { options: { ...own, processes: 2 }, expected: false, why: 'it is built for many people' },
])('serves one person: $expected, $why', ({ options, expected }) => {
  expect(servesOnePerson(options)).toBe(expected);
});

test('the command is `assay` only if a shell finds this program under that name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay command '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'bin/assay.js');
  for (const name of ['bin', 'node_modules/.bin', 'other', 'linked'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const file of [program, join(folder, 'other/assay')]) {
    writeFileSync(file, '');
    chmodSync(file, 0o755);
  }
  for (const name of ['node_modules/.bin', 'linked']) symlinkSync(program, join(folder, name, 'assay'));
  const command = (...folders: string[]) =>
    findOwnCommand(program, { PATH: folders.map((name) => join(folder, name)).join(':') });
  expect(command('linked')).toBe('assay');
  expect(command('node_modules/.bin')).toBe(`'${program}'`);
  expect(command('node_modules/.bin', 'linked')).toBe('assay');
  expect(command('other', 'linked')).toBe(`'${program}'`);
  expect(command()).toBe(`'${program}'`);
});
