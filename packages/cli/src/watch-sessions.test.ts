import type { FoundFile } from '@assay/transcripts';
import { expect, test } from 'vitest';
import { watchSessions } from './watch-sessions.ts';

test('grades a session once it rests, again when it goes on, and never one that was there before', async () => {
  const stop = new AbortController();
  const looks: FoundFile[][] = [
    [{ path: 'old', modified_ms: 0 }],
    [
      { path: 'old', modified_ms: 0 },
      { path: 'new', modified_ms: 95 },
    ],
    [
      { path: 'old', modified_ms: 0 },
      { path: 'new', modified_ms: 110 },
    ],
    [{ path: 'new', modified_ms: 110 }],
    [{ path: 'new', modified_ms: 250 }],
    [{ path: 'new', modified_ms: 250 }],
  ];
  let clock = 0;
  const ended: string[] = [];
  await watchSessions({
    find: async () => {
      clock += 50;
      const look = looks.shift();
      if (looks.length === 0) stop.abort();
      return look ?? [];
    },
    onEnd: async (path) => {
      ended.push(`${path} ${clock}`);
    },
    signal: stop.signal,
    now: () => clock,
    quiet_ms: 40,
    poll_ms: 0,
  });
  expect(ended).toEqual(['new 150', 'new 300']);
});
