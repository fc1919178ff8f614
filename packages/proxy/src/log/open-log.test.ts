import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listLogs, pruneLogs, readProgress, saveProgress } from './log-folder.ts';
import type { LogLine } from './log-line.ts';
import { type LogOptions, openLog } from './open-log.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-log-'));
afterAll(() => rmSync(root, { recursive: true }));

const create = (options: Partial<LogOptions> = {}) => {
  const folder = options.folder ?? mkdtempSync(join(root, 'x'));
  const faults: Error[] = [];
  let at = 0;
  const log = openLog({
    folder,
    destination: null,
    now: () => at,
    suffix: '1-abc',
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  const add = (one: LogLine): void => {
    log.add(one);
    log.flush();
  };
  const pass = (ms: number): void => {
    at += ms;
  };
  return { folder, log: { ...log, add, addLater: log.add }, faults, pass };
};
const line = (event_id: string, size = 0): LogLine => ({
  kind: 'unjudged',
  event_id,
  agent_id: 'a',
  tool: 't'.repeat(size),
  latency_ms: null,
  occurred_at: '2026-11-16T00:00:00.000Z',
  reason: 'made up',
});
const read = (folder: string) =>
  listLogs(folder).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text)),
  );

test('creates no file before the first line', () => {
  const { folder, log } = create();
  expect(log.close()).toEqual({ dropped: 0 });
  expect(listLogs(folder)).toEqual([]);
});

test('writes a head line and the added line on flush', () => {
  const { folder, log } = create({ destination: 'somewhere' });
  log.add(line('1'));
  expect(read(folder)).toMatchObject([{ kind: 'log', version: 1, destination: 'somewhere' }, { event_id: '1' }]);
  log.close();
});

test('starts a new log if the old one was removed', () => {
  const { folder, log } = create();
  log.add(line('1'));
  for (const file of listLogs(folder)) unlinkSync(file);
  log.add(line('2'));
  expect(read(folder)).toMatchObject([{ kind: 'log' }, { event_id: '2' }]);
  log.close();
});

test('drops lines without room and logs the count at each doubling and at the end', () => {
  const { folder, log } = create({ most_bytes: 10_000 });
  log.add(line('kept', 500));
  for (let i = 0; i < 13; i++) log.add(line(`dropped-${i}`, 1500));
  log.add(line('short', 10));
  expect(log.close()).toEqual({ dropped: 13 });
  const lines = read(folder);
  expect(lines.filter(({ kind }) => kind === 'unjudged').map(({ event_id }) => event_id)).toEqual(['kept', 'short']);
  expect(lines.filter(({ kind }) => kind === 'dropped').map(({ count }) => count)).toEqual([1, 2, 4, 8, 13]);
});

test('removes only fully sent logs to make room', () => {
  const { folder, log, pass } = create({ most_bytes: 20_000 });
  const [sent, unsent] = ['20200101T000000000Z-1-a.jsonl', '20200101T000000001Z-1-b.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string];
  writeFileSync(sent, 'x'.repeat(6_000));
  writeFileSync(unsent, 'y'.repeat(6_000));
  log.add(line('no room', 3_000));
  saveProgress(sent, { offset: 6_000, sent: 5, refused: 0 });
  pass(20_000);
  log.add(line('room', 3_000));
  expect(log.close()).toEqual({ dropped: 1 });
  const [own = '', ...others] = listLogs(folder);
  expect(others).toEqual([unsent]);
  expect(readFileSync(own, 'utf8')).toContain('"room"');
});

test('writes those lines of a flush that fit', () => {
  const { folder, log } = create({ most_bytes: 12_000 });
  for (const [id, size] of [
    ['1', 1_500],
    ['2', 5_000],
    ['3', 100],
  ] as const)
    log.addLater(line(id, size));
  expect(log.close()).toEqual({ dropped: 1 });
  const kept = read(folder).filter(({ kind }) => kind === 'unjudged');
  expect(kept.map(({ event_id }) => event_id)).toEqual(['1', '3']);
});

test('reports an unwritable folder once and counts every line', () => {
  const { log, faults } = create({ folder: '/dev/null/nowhere' });
  for (let i = 0; i < 5; i++) log.add(line(String(i)));
  expect(faults).toHaveLength(1);
  expect(log.close()).toEqual({ dropped: 5 });
});

test.each(['', 'garbage', '{"offset":-1,"sent":0,"refused":0}', '{"offset":"5","sent":0,"refused":0}', '7'])(
  'ignores an invalid progress file: %j',
  (text) => {
    const log = join(mkdtempSync(join(root, 'x')), 'a.jsonl');
    writeFileSync(log.replace('.jsonl', '.sent'), text);
    expect(readProgress(log)).toEqual({ offset: 0, sent: 0, refused: 0 });
  },
);

test('a missing folder has no logs and no size', () => {
  expect(listLogs(join(root, 'none'))).toEqual([]);
  expect(pruneLogs(join(root, 'none'), { most: 0, except: '' })).toBe(0);
});
