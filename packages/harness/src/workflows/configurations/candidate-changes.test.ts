import { expect, test, vi } from 'vitest';
import { COMMIT, openRepository } from '../../../test/configurations.ts';
import { changesOutsideArtifacts } from './candidate-changes.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const FILES = { 'CLAUDE.md': 'x\n', 'src/app.ts': 'export {};\n', 'tests/app.test.ts': 'x\n', '.mcp.json': '{}\n' };

const outside = (folder: string) => changesOutsideArtifacts({ baseline: 'main', candidate: 'work', folder });

test('a candidate that changes only artifacts has none', async () => {
  using repository = openRepository(FILES);
  repository.run(
    `git checkout -qb work; echo y > CLAUDE.md; git rm -q .mcp.json; mkdir .codex; touch .codex/a; ${COMMIT}`,
  );
  expect(await outside(repository.folder)).toEqual([]);
});

test('lists all other changes: content, modes, deletions, renames, links, unusual names', async () => {
  using repository = openRepository(FILES);
  repository.run(
    `git checkout -qb work; chmod +x src/app.ts; git mv tests/app.test.ts tests/CLAUDE.md; ln -s /etc/passwd here; touch $'a\\nCLAUDE.md'; mkdir CLAUDE.d; touch CLAUDE.d/x; ${COMMIT}`,
  );
  expect(await outside(repository.folder)).toEqual([
    'CLAUDE.d/x',
    'a\nCLAUDE.md',
    'here',
    'src/app.ts',
    'tests/app.test.ts',
  ]);
});

test('ignores later changes on the baseline', async () => {
  using repository = openRepository(FILES);
  repository.run(
    `git checkout -qb work; echo y > CLAUDE.md; ${COMMIT}; git checkout -q main; echo z > src/app.ts; ${COMMIT}`,
  );
  expect(await outside(repository.folder)).toEqual([]);
});

test('git replace hides nothing', async () => {
  using repository = openRepository(FILES);
  repository.run(`git checkout -qb work; echo y > src/app.ts; ${COMMIT}; git replace work main`);
  expect(await outside(repository.folder)).toEqual(['src/app.ts']);
});

test('reports a submodule and a missing ref', async () => {
  using repository = openRepository(FILES);
  repository.run(
    'git checkout -qb work; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),vendored; git commit -qm module',
  );
  expect(await outside(repository.folder)).toEqual(['vendored']);
  const { folder } = repository;
  const missing = changesOutsideArtifacts({ baseline: 'main', candidate: 'nothing', folder });
  await expect(missing).rejects.toThrow('the candidate nothing is not a commit in this repository');
});
