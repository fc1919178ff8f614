import type { TranscriptEntry } from '@assay/schema';
import { expect, test } from 'vitest';
import { findLookups } from './find-lookups.ts';

const OPTIONS = {
  workspace: '/work',
  packages: ['flask', '@scope/lib', 'serde', 'github.com/spf13/cobra', 'org/apache/lang'],
  repositories: ['pallets/flask'],
};
const bash = (command: string): TranscriptEntry => ({ id: 'e7', type: 'tool_use', tool: 'Bash', input: { command } });
const found = (entry: TranscriptEntry) => findLookups([entry], OPTIONS).length > 0;

test.each([
  'git log --all --oneline',
  'git --no-pager log --all -- src/a.py',
  'git -C repo log --remotes',
  'git log -g',
  'git log --reflog',
  'git reflog',
  'git reflog show HEAD',
  'git rev-list --all | head',
  'git log HEAD..origin/main',
  'git fsck --lost-found',
  'git fsck --unreachable --no-reflogs',
  'git cat-file --batch-all-objects --batch-check',
  'git fetch origin',
  'cd src && git pull',
  'git remote add up https://github.com/pallets/flask',
  'git clone https://github.com/pallets/flask.git /tmp/x',
  'pip download flask==3.0.0 --no-deps',
  'pip install flask',
  'python -m pip install "flask>=3"',
  'npm view @scope/lib versions',
  'npm pack @scope/lib@2.0.0',
  'curl -sL https://raw.githubusercontent.com/pallets/flask/main/src/flask/app.py',
  'wget https://github.com/pallets/flask/pull/123.patch',
  'curl https://pypi.org/pypi/flask/json',
  'cargo install serde@1.0.0',
  'go get github.com/spf13/cobra@latest',
  'go mod download github.com/spf13/cobra@v1.9.0',
  'curl https://proxy.golang.org/github.com/spf13/cobra/@v/list',
  'wget https://repo1.maven.org/maven2/org/apache/lang/3.0/lang-3.0-sources.jar',
  'gh pr diff 123',
  'cat /grader/run.py',
  'ls -la /tmp/hidden_tests/',
  'grep -r expected /solution',
])('%s is a lookup', (command) => {
  expect(found(bash(command))).toBe(true);
});

test.each([
  'git log',
  'git log --oneline -20',
  'git log -p -- src/a.py',
  'git log --follow src/a.py',
  'git log -S "def f" --stat',
  'git blame src/a.py',
  'git show HEAD~3',
  'git show abc1234',
  'git diff origin/main...HEAD',
  'git diff main -- all',
  'git log -- --all',
  'git branch -a',
  'git tag',
  'git stash list',
  'git status',
  'git add --all',
  'git commit --all -m "git log --all"',
  'git fsck',
  'git reflog expire --expire=now --all',
  'git fetch --dry-run',
  'git remote -v',
  'git clone https://github.com/other/tool',
  'git push origin main',
  'echo "git log --all"',
  'pip install -e .',
  'pip install flask-login',
  'pip install requests',
  'npm install',
  'npm view left-pad',
  'npm install @scope/lib-other',
  'cargo add serde_json',
  'cargo build',
  'go get github.com/other/tool',
  'go mod tidy',
  'curl https://github.com/pallets/flask-login',
  'curl http://localhost:8000/solution',
  'gh issue view 12',
  'gh pr create --fill',
  'cat src/judge/score.py',
  'cat /work/grader/run.py',
  'ls /usr/lib/solution',
  'grep -rn grader src',
])('%s is not a lookup', (command) => {
  expect(found(bash(command))).toBe(false);
});

test.each([
  [{ type: 'tool_use', tool: 'Read', input: { file_path: '/grader/a.py' } }, true],
  [{ type: 'tool_use', tool: 'Read', input: { file_path: '/work/grader/a.py' } }, false],
  [{ type: 'tool_use', tool: 'WebFetch', input: { url: 'https://github.com/pallets/flask/pull/1' } }, true],
  [{ type: 'tool_use', tool: 'WebFetch', input: { url: 'https://docs.python.org/3/' } }, false],
  [{ type: 'tool_use', tool: 'shell', input: { command: ['git', 'log', '--all'] } }, true],
  [{ type: 'tool_use', tool: 'shell', input: { command: ['bash', '-lc', 'git log --all'] } }, true],
  [{ type: 'assistant', text: 'git log --all' }, false],
  [{ type: 'tool_result', text: 'git log --all' }, false],
] as [TranscriptEntry, boolean][])('other tools: %j: %s', (entry, expected) => {
  expect(found(entry)).toBe(expected);
});

test('a lookup has its entry, command and reason, without secrets', () => {
  const token = `ghp_${'aB3d'.repeat(9)}`;
  expect(findLookups([bash('ls'), { ...bash(`git fetch https://x:${token}@github.com/a/b`), id: 'e9' }])).toEqual([
    {
      entry_id: 'e9',
      command: expect.not.stringContaining(token),
      why: 'It brings in commits that are not part of its task.',
    },
  ]);
});

test('lists a bounded number of lookups', () => {
  expect(findLookups(Array.from({ length: 1000 }, () => bash('git log --all')))).toHaveLength(200);
});
