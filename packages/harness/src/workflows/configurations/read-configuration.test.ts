import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { COMMIT, openRepository } from '../../../test/configurations.ts';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const FILES = {
  'CLAUDE.md': 'run the tests\n',
  'web/AGENTS.md': 'no jQuery\n',
  '.claude/skills/review/SKILL.md': 'look twice\n',
  'src/app.ts': 'export {};\n',
  'README.md': 'words\n',
};

const show = ({ files }: Configuration): Record<string, string> =>
  Object.fromEntries([...files].map(([path, { mode, content }]) => [path, `${mode} ${content}`]));

const read = (source: string, folder: string) => readConfiguration(source, { label: 'baseline', folder });

test('reads agent configuration files of a ref, with modes, and links as links', async () => {
  using repository = openRepository(FILES);
  repository.run(
    `mkdir -p .claude/hooks; echo true > .claude/hooks/before; chmod +x .claude/hooks/before; ln -s CLAUDE.md AGENTS.md; ${COMMIT}`,
  );
  const configuration = await read('HEAD', repository.folder);
  expect(show(configuration)).toEqual({
    '.claude/hooks/before': '100755 true\n',
    '.claude/skills/review/SKILL.md': '100644 look twice\n',
    'AGENTS.md': '120000 CLAUDE.md',
    'CLAUDE.md': '100644 run the tests\n',
    'web/AGENTS.md': '100644 no jQuery\n',
  });
  expect(configuration.ref).toEqual({
    label: 'baseline',
    source: 'HEAD',
    commit: repository.run('git rev-parse HEAD').trim(),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a ref reads committed files from any folder, and a work tree as a folder reads the current files', async () => {
  using repository = openRepository(FILES);
  repository.run('echo changed > CLAUDE.md; rm web/AGENTS.md');
  const [committed, there] = [await read('main', join(repository.folder, 'src')), await read('.', repository.folder)];
  expect(committed.files.get('CLAUDE.md')?.content.toString()).toBe('run the tests\n');
  expect(there.files.get('CLAUDE.md')?.content.toString()).toBe('changed\n');
  expect(there.files.has('web/AGENTS.md')).toBe(false);
  expect(there.ref).toMatchObject({ source: '.', commit: null });
});

test('the same files have the same digest, from a commit or a folder; any difference gives another', async () => {
  using repository = openRepository(FILES);
  repository.run('chmod +x .claude/skills/review/SKILL.md; ln -s CLAUDE.md GEMINI.md; git add -A; git commit -qm more');
  const digest = async (source: string) => (await read(source, repository.folder)).ref.digest;
  const committed = await digest('HEAD');
  expect(await digest('./')).toBe(committed);
  const digests = [committed];
  for (const script of [
    'chmod -x .claude/skills/review/SKILL.md',
    'rm GEMINI.md; printf CLAUDE.md > GEMINI.md',
    'mv CLAUDE.md web/',
    'echo >> web/CLAUDE.md',
  ]) {
    repository.run(script);
    digests.push(await digest('./'));
  }
  expect(new Set(digests).size).toBe(5);
});

test('a path is a folder; a branch of the same name is a branch', async () => {
  using repository = openRepository({ ...FILES, 'side/CLAUDE.md': 'of the folder\n' });
  repository.run('git branch side');
  const text = async (source: string) => (await read(source, repository.folder)).files.get('CLAUDE.md')?.content;
  expect(String(await text('side'))).toBe('run the tests\n');
  for (const source of ['./side', 'side/', join(repository.folder, 'side')])
    expect(String(await text(source))).toBe('of the folder\n');
});

test.each([
  { source: 'no-such-branch', says: 'no-such-branch is not a commit' },
  { source: '--help', says: '--help is not a commit' },
  { source: './nothing', says: 'found nothing at ./nothing' },
  { source: './README.md', says: 'found nothing at ./README.md' },
  { source: 'web', says: 'write ./web for the folder' },
])('rejects $source: $says', async ({ source, says }) => {
  using repository = openRepository(FILES);
  await expect(read(source, repository.folder)).rejects.toThrow(says);
});

test('never follows links to files, to folders or out of the tree', async () => {
  using repository = openRepository(FILES);
  putFiles(repository.outside, { 'secret/CLAUDE.md': 'canary', 'secret/SKILL.md': 'canary' });
  repository.run(
    'rm CLAUDE.md; ln -s ../secret/CLAUDE.md CLAUDE.md; ln -s ../../../secret .claude/skills/leak; ln -s ../secret linked; ln -s . loop',
  );
  repository.run(COMMIT);
  for (const source of ['HEAD', './']) {
    const configuration = await read(source, repository.folder);
    expect(show(configuration)).toEqual({
      '.claude/skills/leak': '120000 ../../../secret',
      '.claude/skills/review/SKILL.md': '100644 look twice\n',
      'CLAUDE.md': '120000 ../secret/CLAUDE.md',
      'web/AGENTS.md': '100644 no jQuery\n',
    });
  }
});

test('keeps names with newlines, quotes and escapes', async () => {
  const odd = '.claude/skills/a\nb "c" \u{1f600} \\x41 \u001b[31m/SKILL.md';
  using repository = openRepository({ [odd]: 'odd\n' });
  const [committed, there] = [await read('HEAD', repository.folder), await read('./', repository.folder)];
  expect(committed.files.size).toBe(1);
  expect(show(there)).toEqual(show(committed));
});

test('rejects a name that is not UTF-8', async () => {
  using repository = openRepository(FILES);
  writeFileSync(Buffer.concat([Buffer.from(`${repository.folder}/.claude/skills/review/`), Buffer.from([0xff])]), '');
  await expect(read('./', repository.folder)).rejects.toThrow('expected a name in UTF-8');
  repository.run(COMMIT);
  await expect(read('HEAD', repository.folder)).rejects.toThrow('expected a name in UTF-8');
});

test('skips packages, other repositories and .git; a folder in place of a file is not an artifact', async () => {
  using scratch = scratchFolder();
  putFiles(scratch.path, {
    'node_modules/package/AGENTS.md': 'of a package',
    '.git/CLAUDE.md': 'of a repository',
    'other/.git/HEAD': 'ref: refs/heads/main\n',
    'other/CLAUDE.md': 'of another repository',
    '.claude/skills/cloned/.git/HEAD': 'ref: refs/heads/main\n',
    '.claude/skills/cloned/SKILL.md': 'a skill that was cloned',
    'CLAUDE.md/notes.txt': 'in a folder',
    'CLAUDE.md/AGENTS.md': 'in the same folder',
  });
  expect([...(await read(`${scratch.path}/`, '/')).files.keys()]).toEqual([
    '.claude/skills/cloned/SKILL.md',
    'CLAUDE.md/AGENTS.md',
  ]);
});

test('rejects a huge file before reading it, and does not wait for a pipe', async () => {
  using huge = openRepository(FILES);
  truncateSync(join(huge.folder, 'CLAUDE.md'), 17 * 1024 * 1024);
  await expect(read('./', huge.folder)).rejects.toThrow('expected at most 16777216 bytes in CLAUDE.md');
  huge.run(COMMIT);
  await expect(read('HEAD', huge.folder)).rejects.toThrow('expected at most 16777216 bytes in CLAUDE.md');
  using piped = scratchFolder();
  execFileSync('mkfifo', [join(piped.path, 'AGENTS.md')]);
  await expect(read(piped.path, '/')).rejects.toThrow('AGENTS.md cannot be read: it is neither a file nor a link');
});

test('rejects too many files', async () => {
  using scratch = scratchFolder();
  mkdirSync(join(scratch.path, '.codex'));
  for (let index = 0; index <= 10_000; index++) writeFileSync(join(scratch.path, '.codex', `${index}`), '');
  await expect(read(scratch.path, '/')).rejects.toThrow('expected at most 10000 agent configuration files');
});

test('an unreadable file is an error, not a missing file', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root can read everything');
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'CLAUDE.md': 'hidden' });
  chmodSync(join(scratch.path, 'CLAUDE.md'), 0);
  await expect(read(scratch.path, '/')).rejects.toThrow('CLAUDE.md cannot be read: EACCES');
});

test('rejects a submodule among the artifacts', async () => {
  using repository = openRepository(FILES);
  repository.run(
    'git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),.claude/skills/other; git commit -qm module',
  );
  await expect(read('HEAD', repository.folder)).rejects.toThrow('.claude/skills/other, found a submodule');
});

test('the folder may be a link, and the configuration of a repository is ignored', async () => {
  using repository = openRepository(FILES);
  symlinkSync(repository.folder, join(repository.outside, 'alias'));
  expect((await read(join(repository.outside, 'alias'), '/')).files.size).toBe(3);
  const canary = join(repository.outside, 'canary');
  repository.run(`git config core.fsmonitor 'touch ${canary}'; git config core.pager 'touch ${canary}'`);
  repository.run(`git config filter.x.smudge 'touch ${canary}'; echo '* filter=x' > .git/info/attributes`);
  expect((await read('main', repository.folder)).files.size).toBe(3);
  expect(repository.run(`ls ${repository.outside}`)).not.toContain('canary');
});

test('rejects a tree with too many files, however small', async () => {
  using repository = openRepository(FILES);
  const tree = repository.run(`blob=$(git hash-object -w CLAUDE.md)
    tree=$(for name in a b c d e f g h; do printf '100644 blob %s\\t%s\\n' $blob $name; done | git mktree)
    for level in 1 2 3 4 5 6 7; do
      tree=$(for name in a b c d e f g h; do printf '040000 tree %s\\t%s\\n' $tree $name; done | git mktree)
    done; echo $tree`);
  await expect(read(tree.trim(), repository.folder)).rejects.toThrow('a tree has more than 2000000 files');
});
