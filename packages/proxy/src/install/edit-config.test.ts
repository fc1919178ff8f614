import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type EditOptions, editConfig } from './edit-config.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-install-'));
afterAll(() => rmSync(root, { recursive: true }));

const LAUNCH = { command: '/node', args: ['/lib/assay.js', 'proxy'] };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'x'));
  file = join(folder, 'config.json');
});

const read = (): string => readFileSync(file, 'utf8');
const edit = (change: EditOptions['change'], more: Partial<EditOptions> = {}) =>
  editConfig({ file, places: [['mcpServers']], names: [], change, memory: join(folder, 'memory'), ...more });
const install = (more: Partial<EditOptions> = {}) => edit({ wrap: LAUNCH }, more);
const undo = (more: Partial<EditOptions> = {}) => edit('undo', more);

const CONFIG = `{
  "theme":   "dark",   "big": 12345678901234567890,
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files"], "alwaysAllow": ["read"] },
    "memory": {
      "command": "memory"
    }
  },
  "trailing": [ 1.0, 2 ]
}
`;

test('wraps entries and changes no other byte', async () => {
  writeFileSync(file, CONFIG);
  expect(await install()).toMatchObject({ changed: ['files', 'memory'], skipped: [], backup: `${file}.before-assay` });
  const text = read();
  expect(JSON.parse(text).mcpServers).toEqual({
    files: { command: '/node', args: ['/lib/assay.js', 'proxy', '--', 'npx', '-y', 'files'], alwaysAllow: ['read'] },
    memory: { command: '/node', args: ['/lib/assay.js', 'proxy', '--', 'memory'] },
  });
  expect(text).toContain('"theme":   "dark",   "big": 12345678901234567890,');
  expect(text).toContain('"trailing": [ 1.0, 2 ]');
  expect(readFileSync(`${file}.before-assay`, 'utf8')).toBe(CONFIG);
});

test('is idempotent, and undo restores the same bytes', async () => {
  writeFileSync(file, CONFIG);
  await install();
  const once = read();
  expect(await install()).toMatchObject({ changed: [], backup: null });
  expect(read()).toBe(once);
  expect(await undo()).toMatchObject({ changed: ['files', 'memory'] });
  expect(read()).toBe(CONFIG);
  expect(await undo()).toMatchObject({ changed: [] });
});

test('changes only the named entries, and more can follow later', async () => {
  writeFileSync(file, CONFIG);
  expect(await install({ names: ['memory'] })).toMatchObject({ changed: ['memory'] });
  expect(await install()).toMatchObject({ changed: ['files'], skipped: [{ name: 'memory' }] });
  expect(readFileSync(`${file}.before-assay`, 'utf8')).toBe(CONFIG);
  expect(await undo({ names: ['files'] })).toMatchObject({ changed: ['files'] });
  await undo();
  expect(read()).toBe(CONFIG);
});

test('keeps changes made by the client or a person in between', async () => {
  writeFileSync(file, CONFIG);
  await install();
  const changed = JSON.parse(read());
  changed.theme = 'light';
  changed.mcpServers.files.env = { NEW: '1' };
  changed.mcpServers.added = { command: 'added' };
  writeFileSync(file, JSON.stringify(changed));
  await undo();
  expect(JSON.parse(read())).toMatchObject({
    theme: 'light',
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'files'], alwaysAllow: ['read'], env: { NEW: '1' } },
      memory: { command: 'memory' },
      added: { command: 'added' },
    },
  });
});

test('undo works without the saved entries', async () => {
  writeFileSync(file, CONFIG);
  await install();
  await undo({ memory: join(folder, 'another') });
  expect(JSON.parse(read()).mcpServers).toEqual({
    files: { command: 'npx', args: ['-y', 'files'], alwaysAllow: ['read'] },
    memory: { command: 'memory', args: [] },
  });
});

test('changes only the servers of the given project', async () => {
  writeFileSync(
    file,
    JSON.stringify({
      projects: { '/a': { mcpServers: { x: { command: 'x' } } }, '/b': { mcpServers: { y: { command: 'y' } } } },
    }),
  );
  const places = [['mcpServers'], ['projects', '/a', 'mcpServers']];
  expect(await install({ places })).toMatchObject({ changed: ['x'] });
  expect(JSON.parse(read()).projects['/b']).toEqual({ mcpServers: { y: { command: 'y' } } });
});

describe('file format', () => {
  test('keeps the mode and a symbolic link', async () => {
    writeFileSync(file, CONFIG, { mode: 0o600 });
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    await install({ file: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.before-assay`).mode & 0o777).toBe(0o600);
    expect(read()).toContain('/lib/assay.js');
  });

  test.each([
    { name: 'a file on one line', text: JSON.stringify(JSON.parse(CONFIG)), has: /^[^\n]*$/ },
    {
      name: 'CRLF line endings',
      text: CONFIG.replaceAll('\n', '\r\n'),
      has: /\r\n {6}"command": "\/node",\r\n/,
    },
    { name: 'tabs', text: CONFIG.replaceAll('  ', '\t'), has: /\n\t\t\t"command": "\/node",\n/ },
  ])('keeps $name', async ({ text, has }) => {
    writeFileSync(file, text);
    await install();
    expect(read()).toMatch(has);
    await undo();
    expect(read()).toBe(text);
  });
});

test.each([
  { text: '{ "mcpServers": { ', says: 'expected one JSON document', why: 'a truncated file' },
  { text: '{ // a comment\n "mcpServers": {} }', says: 'expected one JSON document', why: 'JSON with a comment' },
  {
    text: '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
    says: 'expected each key once',
    why: 'a duplicate key',
  },
  { text: '[]', says: 'expected an object', why: 'a list' },
  { text: '', says: 'found nothing', why: 'an empty file' },
])('rejects $why and does not change it', async ({ text, says }) => {
  writeFileSync(file, text);
  await expect(install()).rejects.toThrow(says);
  expect(read()).toBe(text);
});

test('reports a missing file and an unknown server', async () => {
  await expect(install()).rejects.toThrow('cannot be read: ENOENT');
  writeFileSync(file, CONFIG);
  await expect(install({ names: ['filez'] })).rejects.toThrow('expected one of the servers files, memory, found filez');
});

test('does nothing without servers', async () => {
  for (const text of ['{}', '{"mcpServers":{}}', '{"mcpServers":[]}', '{"mcpServers":{"a":7}}']) {
    writeFileSync(file, text);
    expect(await install()).toMatchObject({ changed: [], backup: null });
    expect(read()).toBe(text);
  }
});

test('install and undo restore any configuration byte for byte', async () => {
  const entry = fc.record({ command: fc.string(), args: fc.array(fc.string()) }, { requiredKeys: ['command'] });
  const servers = fc.dictionary(fc.string(), fc.oneof(entry, fc.jsonValue()), { maxKeys: 4, noNullPrototype: true });
  const rest = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(rest, servers, fc.constantFrom('', '  ', '\t'), async (more, mcpServers, indent) => {
      const text = JSON.stringify({ ...more, mcpServers, ...more }, null, indent);
      writeFileSync(file, text);
      await install();
      const { mcpServers: _now, ...others } = JSON.parse(read());
      const { mcpServers: _before, ...expected } = JSON.parse(text);
      expect(others).toEqual(expected);
      await undo();
      expect(read()).toBe(text);
    }),
    { numRuns: 40 },
  );
});
