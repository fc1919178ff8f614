import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { listCommits } from './commits.ts';
import { pickSessionCommit, readSession, type SessionFacts } from './session.ts';

const claude = (type: 'user' | 'assistant', content: unknown, timestamp: string): object => ({
  ...{
    type,
    timestamp,
    uuid: timestamp,
    parentUuid: null,
    isSidechain: false,
    sessionId: 's',
    cwd: '/w',
    version: '2.1.197',
  },
  message: { role: type, content },
});

const CALL = { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'git commit -am Fix' } };

test('reads the prompt, the commits and the times of a Claude Code session', async () => {
  using scratch = scratchFolder();
  const file = join(scratch.path, 'session.jsonl');
  const output = '[main (root-commit) 1a2b3c4] Fix\n 1 file changed\n[topic 5d6e7f8a9b] Also\n';
  const records = [
    claude('user', '<system-reminder>hidden</system-reminder>\nReject negative amounts.', '2026-01-01T10:00:00Z'),
    claude('assistant', [CALL], '2026-01-01T10:01:00Z'),
    claude('user', [{ type: 'tool_result', tool_use_id: 'c', content: output }], '2026-01-01T10:02:00Z'),
    claude('user', 'Thanks, [main 0000000] is good', '2026-01-01T10:03:00Z'),
  ];
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  expect(await readSession(file)).toEqual({
    prompt: 'Reject negative amounts.',
    base: null,
    made: ['1a2b3c4', '5d6e7f8a9b'],
    span: { start_ms: Date.parse('2026-01-01T10:00:00Z'), end_ms: Date.parse('2026-01-01T10:03:00Z') },
  });
});

test('reads the base commit of a Codex session', async () => {
  const file = join(import.meta.dirname, '../../../../../fixtures/transcripts/recorded/codex/edit.session.jsonl');
  expect(await readSession(file)).toMatchObject({ base: '18770e0ab4d7a9586cc95d2ef555f4e90bb44348', made: [] });
});

/** A repository with a commit per hour from 10:00, and one on a side branch at 10:30. */
async function openRepository(folder: string) {
  const git = (date: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  putFiles(folder, { 'a.txt': '0' });
  git('', 'init', '--quiet', '--initial-branch=main');
  const commit = (name: string, time: string): string => {
    putFiles(folder, { 'a.txt': name });
    git(`2026-01-01T${time}:00Z`, 'add', '--all');
    git(`2026-01-01T${time}:00Z`, 'commit', '--quiet', '--message', name);
    return git('', 'rev-parse', 'HEAD');
  };
  const first = commit('first', '10:00');
  git('', 'checkout', '--quiet', '-b', 'side');
  const side = commit('side', '10:30');
  git('', 'checkout', '--quiet', 'main');
  const [second, third] = [commit('second', '11:00'), commit('third', '12:00')];
  const git_dir = join(folder, '.git');
  const assumed: string[] = [];
  const commits = await listCommits({ git_dir, head: third });
  const pick = (facts: Partial<SessionFacts>) =>
    pickSessionCommit(
      { prompt: 'Do it.', base: null, made: [], span: null, ...facts },
      { git_dir, commits, onAssumed: (sentence) => assumed.push(sentence) },
    );
  return { first, side, second, third, pick, assumed };
}

const span = (start: string, end: string) => ({
  start_ms: Date.parse(`2026-01-01T${start}:00Z`),
  end_ms: Date.parse(`2026-01-01T${end}:00Z`),
});

test('a session becomes one change from its base to its last commit', async () => {
  using scratch = scratchFolder();
  const { first, side, second, third, pick, assumed } = await openRepository(scratch.path);
  // named by the session: nothing is assumed
  const named = await pick({ base: first, made: [second.slice(0, 7), third.slice(0, 7), 'fffffff'] });
  expect([named, assumed]).toEqual([
    { id: third, parent: first, date: expect.stringContaining('2026-01-01'), message: 'Do it.' },
    [],
  ]);
  // the last commit before its start
  expect(await pick({ made: [third.slice(0, 7)], span: span('11:15', '11:45') })).toMatchObject({ parent: second });
  expect(assumed.splice(0)).toEqual([
    expect.stringContaining(`does not name its base commit; using ${second.slice(0, 10)}`),
  ]);
  // committed by a person soon after
  expect(await pick({ span: span('11:30', '11:45') })).toMatchObject({ id: third, parent: second });
  expect(assumed.splice(0)).toEqual([
    expect.stringContaining(`using ${third.slice(0, 10)}, made during it`),
    expect.stringContaining('does not name its base commit'),
  ]);
  await expect(pick({ span: span('14:00', '14:30') })).rejects.toThrow(
    'what the session committed cannot be found: it shows no commit, and the checked-out branch has none between 2026-01-01T14:00',
  );
  await expect(pick({ made: ['fffffff'] })).rejects.toThrow('this repository does not have fffffff');
  await expect(pick({ base: side, made: [third] })).rejects.toThrow('it was rebased');
  await expect(pick({ base: third, made: [third] })).rejects.toThrow('nothing was committed after');
  await expect(pick({ made: [third] })).rejects.toThrow('neither its base commit nor a time');
  await expect(pick({ made: [third], span: span('09:00', '09:30') })).rejects.toThrow('no commit before');
  await expect(pick({ prompt: ' ' })).rejects.toThrow('no prompt of a person');
});
