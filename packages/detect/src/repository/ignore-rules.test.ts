import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../test/workspace.ts';
import { type IgnoreFile, joinIgnoreRules } from './ignore-rules.ts';

const FILES = [
  ...['a.log', 'keep.log', 'build/x', 'sub/build/x', 'sub/a.log', 'sub/keep.log', 'sub/only/x', 'sub/deep/only/x'],
  ...[
    'sub/deep/a.tmp',
    'sub/deep/b.tmp',
    'sub/#x',
    'sub/!y',
    'odd [dir]/x.log',
    'odd [dir]/gone',
    'odd d/gone',
    'space ',
  ],
];

test.each<{ why: string; files: readonly IgnoreFile[] }>([
  { why: 'only the root', files: [{ folder: '', text: '*.log\n!keep.log\nbuild/\n' }] },
  { why: 'an anchored rule in a folder', files: [{ folder: 'sub', text: '/only\n' }] },
  { why: 'a rule at any depth below a folder', files: [{ folder: 'sub', text: 'only/\n*.tmp\n' }] },
  { why: 'a rule with a slash inside', files: [{ folder: 'sub', text: 'deep/only\n' }] },
  {
    why: 'a subfolder overrides',
    files: [
      { folder: 'sub', text: '!a.log\n' },
      { folder: '', text: '*.log\n' },
    ],
  },
  {
    why: 'files in an ignored folder stay ignored',
    files: [
      { folder: '', text: 'sub\n' },
      { folder: 'sub', text: '!*\n' },
    ],
  },
  {
    why: 'escapes, comments and line endings',
    files: [{ folder: 'sub', text: '\u00ef\u00bb\u00bf\\#x\r\n# no\r\n\\!y\r\n\n' }],
  },
  { why: 'a folder whose name is a pattern', files: [{ folder: 'odd [dir]', text: 'gone\n' }] },
  { why: 'trailing spaces', files: [{ folder: '', text: 'space\\ \nkeep.log   \n' }] },
])('git ignores the same files with the joined rules: $why', ({ files }) => {
  using scratch = scratchFolder();
  const tree = join(scratch.path, 'tree');
  putFiles(tree, Object.fromEntries(FILES.map((path) => [path, ''])));
  const git = (...args: string[]) =>
    execFileSync('git', [`--git-dir=${scratch.path}/git`, ...args], { encoding: 'latin1', cwd: tree })
      .split('\0')
      .sort();
  execFileSync('git', ['init', '-q', '--bare', `${scratch.path}/git`]);
  const rules = join(scratch.path, 'rules');
  writeFileSync(rules, joinIgnoreRules(files), 'latin1');
  const list = ['--work-tree=.', 'ls-files', '-z', '--others'];
  const joined = git(...list, `--exclude-from=${rules}`);
  for (const { folder, text } of files) {
    mkdirSync(join(tree, folder), { recursive: true });
    writeFileSync(join(tree, folder, '.gitignore'), text, 'latin1');
  }
  const apart = git(...list, '--exclude-per-directory=.gitignore').filter((path) => !path.endsWith('.gitignore'));
  expect(joined).toEqual(apart);
  expect(joined.length).toBeLessThan(FILES.length + 1);
});
