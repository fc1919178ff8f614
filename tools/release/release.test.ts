import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isReleased, releaseChangelog } from './changelog.ts';
import { publishedManifest } from './published-manifest.ts';
import { setVersion } from './set-version.ts';
import { listWorkspaces, readManifest } from './workspaces.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = { name: 'assay', scope: '@assay', repository: null };

test('a package is listed after the packages it depends on, so they can be published in that order', () => {
  const published = new Set<string>();
  for (const directory of listWorkspaces(root)) {
    const { name, dependencies = {} } = readManifest(join(root, directory));
    const ours = Object.keys(dependencies as object).filter((dependency) => dependency.startsWith('@assay/'));
    expect(ours.filter((dependency) => !published.has(dependency))).toEqual([]);
    published.add(name);
  }
});

test('all packages can be published, and their license is that of the repository', () => {
  for (const directory of listWorkspaces(root)) {
    expect(readManifest(join(root, directory))).not.toHaveProperty('private');
    expect(readFileSync(join(root, directory, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  }
});

test('while names are ours and the repository is unknown, a manifest is published as it is', () => {
  const manifest = readManifest(join(root, 'packages/cli'));
  expect(publishedManifest(manifest, 'packages/cli', NAMES)).toEqual(manifest);
});

test('other names in the registry leave the imports in the code as they are', () => {
  const names = { name: 'assay-cli', scope: '@other', repository: 'https://example.com/owner/assay' };
  const cli = { name: 'assay', version: '1.0.0', dependencies: { '@assay/web': '1.0.0', zod: '4.0.0' } };
  expect(publishedManifest(cli, 'packages/cli', names)).toEqual({
    name: 'assay-cli',
    version: '1.0.0',
    dependencies: { '@assay/web': 'npm:@other/web@1.0.0', zod: '4.0.0' },
    repository: { type: 'git', url: 'git+https://example.com/owner/assay.git', directory: 'packages/cli' },
  });
  expect(publishedManifest({ name: '@assay/web', version: '1.0.0' }, 'packages/web', names).name).toBe('@other/web');
});

test('a release moves what is unreleased into a section with its version and date', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- New.\n\n## 1.0.0 - 2026-01-01\n\n- Old.\n';
  const after = releaseChangelog(before, '1.1.0', '2026-02-03');
  expect(after).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-02-03\n\n### Added\n\n- New.\n\n## 1.0.0 - 2026-01-01\n\n- Old.\n',
  );
  expect([isReleased(before, '1.1.0'), isReleased(after, '1.1.0')]).toEqual([false, true]);
});

test.each([
  { text: '## Unreleased\n\n- New.\n\n## 1.0.0 - 2026-01-01\n', problem: 'already has a section for 1.0.0' },
  { text: '## Unreleased\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n', problem: 'nothing to release' },
  { text: '# Changelog\n', problem: 'has no line "## Unreleased"' },
])('a changelog is not released when it $problem', ({ text, problem }) => {
  expect(() => releaseChangelog(text, '1.0.0', '2026-02-03')).toThrow(problem);
});

test('the changelog of this repository can be released', () => {
  expect(releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), '999.0.0', '2026-02-03')).toContain(
    '## Unreleased\n\n## 999.0.0 - 2026-02-03\n\n',
  );
});

test('a version is set in all manifests and the lock file, and nothing else changes', () => {
  const copy = mkdtempSync(join(tmpdir(), 'assay-version-'));
  const paths = ['package.json', 'package-lock.json', ...listWorkspaces(root).map((path) => `${path}/package.json`)];
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    const { version } = readManifest(root);
    setVersion(copy, '999.0.0');
    for (const directory of listWorkspaces(root)) {
      const { version: written, dependencies = {} } = readManifest(join(copy, directory));
      expect(written).toBe('999.0.0');
      for (const [name, range] of Object.entries(dependencies as object))
        if (name.startsWith('@assay/')) expect(range).toBe('999.0.0');
    }
    setVersion(copy, version);
    for (const path of paths)
      expect(readFileSync(join(copy, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'));
  } finally {
    rmSync(copy, { recursive: true });
  }
});
