import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { configurationOf } from '../../../test/configurations.ts';
import { createOverlays } from '../../workflows/configurations/compare-configurations.ts';
import { readConfiguration } from '../../workflows/configurations/read-configuration.ts';
import { applyOverlay } from './apply-overlay.ts';

function openWorkspace(files: Readonly<Record<string, string>> = {}) {
  const scratch = scratchFolder();
  const workspace = join(scratch.path, 'workspace');
  mkdirSync(workspace);
  putFiles(workspace, files);
  return {
    workspace,
    outside: scratch.path,
    at: (path: string) => join(workspace, path),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}

const overlayOf = (files: Readonly<Record<string, string>>, absent: readonly string[] = []) => ({
  ...configurationOf(files),
  absent,
});

test('an overlay on an empty workspace is read back unchanged', async () => {
  using place = openWorkspace();
  const configuration = configurationOf({
    'CLAUDE.md': 'be careful\n',
    'AGENTS.md@': 'CLAUDE.md',
    '.claude/hooks/before*': '#!/bin/sh\n',
    '.claude/skills/a\nb/SKILL.md': 'odd\n',
    'web/\\x5cx41/CLAUDE.md': 'odder\n',
  });
  await applyOverlay(place.workspace, { ...configuration, absent: [] });
  const found = await readConfiguration(place.workspace, { label: 'made', folder: '/' });
  expect(found.files).toEqual(configuration.files);
  expect(lstatSync(place.at('.claude/hooks/before')).mode & 0o777).toBe(0o755);
  expect(lstatSync(place.at('CLAUDE.md')).mode & 0o777).toBe(0o644);
});

test('two overlays on one fixture differ only in the configurations', async () => {
  const one = configurationOf({ 'CLAUDE.md': 'one', '.claude/skills/a/SKILL.md': 'a', '.codex': 'file' });
  const other = configurationOf({ 'CLAUDE.md*': 'other', '.claude/skills@': 'shared', '.codex/config.toml': 'x' });
  const fixture = { 'CLAUDE.md': 'of the fixture', 'GEMINI.md': 'of the fixture', '.claude/skills/a/more.md': 'more' };
  const [first, second] = createOverlays(one, other);
  const after = async (overlay: typeof first) => {
    using place = openWorkspace(fixture);
    await applyOverlay(place.workspace, overlay);
    // applying it twice must give the same
    await applyOverlay(place.workspace, overlay);
    return Object.fromEntries((await readConfiguration(place.workspace, { label: '', folder: '/' })).files);
  };
  const gemini = { mode: '100644', content: Buffer.from('of the fixture') };
  expect(await after(first)).toEqual({ ...Object.fromEntries(one.files), 'GEMINI.md': gemini });
  expect(await after(second)).toEqual({ ...Object.fromEntries(other.files), 'GEMINI.md': gemini });
});

test('removes absent paths with their empty folders, and nothing else', async () => {
  using place = openWorkspace({
    '.claude/skills/a/SKILL.md': 'x',
    '.claude/settings.json': '{}',
    '.codex/only.toml': 'x',
    'CLAUDE.md/inner/file': 'a folder in place of a file',
    'src/app.ts': 'x',
  });
  await applyOverlay(
    place.workspace,
    overlayOf({}, ['.claude/skills/a/SKILL.md', '.codex/only.toml', 'CLAUDE.md', 'AGENTS.md', 'no/such/AGENTS.md']),
  );
  const there = ['.claude/skills', '.claude/settings.json', '.codex', 'CLAUDE.md', 'no', 'src/app.ts'];
  expect(there.filter((path) => existsSync(place.at(path)))).toEqual(['.claude/settings.json', 'src/app.ts']);
});

test('writes and removes nothing through a link of the fixture', async () => {
  using place = openWorkspace();
  putFiles(place.outside, {
    'home/.claude/settings.json': 'mine',
    'home/CLAUDE.md': 'mine',
    'home/skills/a/SKILL.md': 'mine',
  });
  symlinkSync('../home/.claude', place.at('.claude'));
  symlinkSync('../home/CLAUDE.md', place.at('CLAUDE.md'));
  symlinkSync(join(place.outside, 'home'), place.at('web'));
  mkdirSync(place.at('.codex'));
  symlinkSync('../../home/skills', place.at('.codex/skills'));
  await applyOverlay(
    place.workspace,
    overlayOf({ '.claude/settings.json': 'new', 'CLAUDE.md': 'new', 'web/CLAUDE.md': 'new' }, [
      '.codex/skills/a/SKILL.md',
    ]),
  );
  for (const path of ['.claude/settings.json', 'CLAUDE.md', 'web/CLAUDE.md'])
    expect(readFileSync(place.at(path), 'utf8')).toBe('new');
  expect(existsSync(place.at('.codex/skills/a/SKILL.md'))).toBe(false);
  for (const path of ['.claude/settings.json', 'CLAUDE.md', 'skills/a/SKILL.md'])
    expect(readFileSync(join(place.outside, 'home', path), 'utf8')).toBe('mine');
});

test('does not create a link that leaves the workspace, but one that stays inside', async () => {
  using place = openWorkspace({ 'AGENTS.md': 'of the fixture', 'web/AGENTS.md': 'of the fixture' });
  await applyOverlay(
    place.workspace,
    overlayOf({
      'AGENTS.md@': '/etc/hostname',
      'web/AGENTS.md@': '../../outside',
      '.claude/skills/up@': '../../..',
      'GEMINI.md@': './web/../CLAUDE.md',
      'web/CLAUDE.md@': '../CLAUDE.md',
      '.codex/nowhere@': 'nowhere',
    }),
  );
  const made = ['AGENTS.md', 'web/AGENTS.md', '.claude/skills/up', 'GEMINI.md', 'web/CLAUDE.md', '.codex/nowhere'];
  const links = made.filter((path) => lstatSync(place.at(path), { throwIfNoEntry: false }) !== undefined);
  expect(links).toEqual(['GEMINI.md', 'web/CLAUDE.md', '.codex/nowhere']);
  expect(readlinkSync(place.at('web/CLAUDE.md'))).toBe('../CLAUDE.md');
});

test('removes links that leave the workspace through one another', async () => {
  using place = openWorkspace();
  putFiles(place.outside, { 'home.md': 'mine' });
  await applyOverlay(
    place.workspace,
    overlayOf({
      'CLAUDE.md@': '.codex/e/home.md',
      'GEMINI.md@': '.codex/d/../no/such.md',
      '.codex/d@': '..',
      '.codex/e@': 'd/..',
      'AGENTS.md@': '.codex/d/no/such.md',
      '.codex/loop@': 'loop',
    }),
  );
  const made = ['CLAUDE.md', 'GEMINI.md', '.codex/d', '.codex/e', 'AGENTS.md', '.codex/loop'];
  const links = made.filter((path) => lstatSync(place.at(path), { throwIfNoEntry: false }) !== undefined);
  expect(links).toEqual(['.codex/d', 'AGENTS.md', '.codex/loop']);
});

test('replaces folders, files in place of folders, and read-only files', async () => {
  using place = openWorkspace({ 'CLAUDE.md/deep/file': 'x', '.claude': 'a file', '.gemini/locked/a.md': 'x' });
  chmodSync(place.at('.gemini/locked/a.md'), 0o400);
  chmodSync(place.at('.gemini/locked'), 0o500);
  await applyOverlay(
    place.workspace,
    overlayOf({ 'CLAUDE.md': 'new', '.claude/settings.json': '{}', '.gemini/locked/a.md': 'new' }),
  );
  expect(readFileSync(place.at('CLAUDE.md'), 'utf8')).toBe('new');
  expect(readFileSync(place.at('.claude/settings.json'), 'utf8')).toBe('{}');
  expect(readFileSync(place.at('.gemini/locked/a.md'), 'utf8')).toBe('new');
});

test.each([
  '../CLAUDE.md',
  'src/app.ts',
  '/CLAUDE.md',
  '.codex/.git/config',
  '.codex/../../CLAUDE.md',
  '.codex/\\x2e\\x2e/\\x2e\\x2e/CLAUDE.md',
])('rejects an overlay of %s', async (path) => {
  using place = openWorkspace();
  const refused = `${path} is not the path of an agent configuration file`;
  await expect(applyOverlay(place.workspace, overlayOf({ [path]: 'x' }))).rejects.toThrow(refused);
  await expect(applyOverlay(place.workspace, overlayOf({}, [path]))).rejects.toThrow(refused);
});
