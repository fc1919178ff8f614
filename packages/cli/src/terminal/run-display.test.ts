import { stripVTControlCharacters } from 'node:util';
import type { Cell, Planned, Proving } from '@assay/harness';
import { afterEach, expect, test, vi } from 'vitest';
import { makeProof, makeResult } from '../../test/made-result.ts';
import { createRunDisplay, type LiveRanking } from './run-display.ts';

const { isTTY, rows, columns } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Object.assign(process.stderr, { isTTY, rows, columns });
});

interface DisplayOptions {
  readonly dry_run?: boolean;
  readonly size?: { readonly rows: number; readonly columns: number };
  readonly standing?: LiveRanking;
}

/** A display without a terminal, or on one of this size. */
function openDisplay({ dry_run = false, size, ...options }: DisplayOptions = {}) {
  vi.useFakeTimers();
  Object.assign(process.stderr, { isTTY: size !== undefined, ...size });
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  const display = createRunDisplay({ dry_run, ...options });
  const take = (): string => written.splice(0).join('');
  return { ...display, take, [Symbol.dispose]: display.end };
}

// only the fields that a display reads
const cellOf = (agent: string, repeat = 1): Cell =>
  ({
    prepared: { task: { scenario: { name: 'fix-add', limits: { wall_s: 600 } } } },
    spec: { id: agent },
    repeat,
  }) as unknown as Cell;
const planOf = (cells: readonly Cell[], fields: Partial<Planned> = {}): Planned => ({
  cells,
  done: 0,
  sandbox: 'bwrap',
  concurrency: 2,
  judge: 'judge: rules',
  remarks: [],
  ...fields,
});

const provingOf = (scenario: string): Proving => ({ scenario, at: 1, of: 2, trials_done: 0, trials: 9 });

test('without a terminal, prints a line when a run starts and ends', () => {
  using display = openDisplay();
  const cell = cellOf('mine');
  display.events.planned(planOf([cell]));
  display.events.started(cell);
  display.events.progressed(cell, { kind: 'step', step: 'agent' });
  display.events.progressed(cell, { kind: 'spent', spent: { tokens: 12, cost_usd_micros: 100_000 } });
  expect(display.take()).toBe('judge: rules\nfix-add · mine · 1: started\n');
  display.events.finished(makeResult());
  vi.advanceTimersByTime(10_000);
  expect(display.take()).toBe('fix-add · mine · 1: passed, 2 min (as the checks say)\n');
  display.end();
  expect(display.take()).toBe('');
});

test('without a terminal, prints a line when a proof starts and ends, and none for a stored proof', () => {
  using display = openDisplay();
  display.events.planned(planOf([]));
  display.take();
  display.events.proved('kept', makeProof({}));
  expect(display.take()).toBe('');
  display.events.proving(provingOf('fix-add'));
  expect(display.take()).toBe('proving fix-add (1 of 2)\n');
  vi.advanceTimersByTime(2_000);
  display.events.proving({ ...provingOf('fix-add'), trials_done: 8 });
  expect(display.take()).toBe('');
  display.events.proved('fix-add', makeProof({}));
  expect(display.take()).toBe('fix-add: proven, 2.0 s\n');
});

test('on a terminal, shows the progress of a proof', () => {
  using display = openDisplay({ size: { rows: 24, columns: 100 } });
  display.events.planned(planOf([]));
  display.events.proving({ ...provingOf('fix-add'), trials_done: 8 });
  display.take();
  vi.advanceTimersByTime(130);
  expect(stripVTControlCharacters(display.take())).toBe('▸  proving  fix-add (1 of 2)  8 of 9 trials  0.1 s\n');
});

test('prints remarks, retries and unproven scenarios', () => {
  using display = openDisplay();
  const cell = cellOf('mine');
  display.events.planned(planOf([cell], { remarks: ['no sandbox'] }));
  display.events.proving(provingOf('fix-add'));
  display.events.proved('fix-add', makeProof({ proven: false, reason: 'nop passes without solving it' }));
  display.events.proved('other', makeProof({ proven: false, tried: false, reason: 'nop could not be tried: no disk' }));
  display.events.started(cell);
  display.events.progressed(cell, { kind: 'retry', reason: 'the sandbox went away' });
  expect(display.take().split('\n')).toEqual([
    '! no sandbox',
    'judge: rules',
    'proving fix-add (1 of 2)',
    '! fix-add is unproven: nop passes without solving it',
    '! other could not be proven: nop could not be tried: no disk. The next run tries again.',
    'fix-add · mine · 1: started',
    '! fix-add · mine · 1: retrying, the sandbox went away',
    '',
  ]);
});

test('escapes control characters and line breaks from an agent', () => {
  using display = openDisplay();
  const message = '\u001b[2J\u001b]0;owned\u0007\rfix-add\nfix-add · other · 1: COMPLETED, scorers PASS, 1.0 s';
  display.events.finished(
    makeResult({ outcome: 'FAILED', overall: 'FAIL', failure: { class: 'agent_stopped', side: 'agent', message } }),
  );
  const said = display.take();
  expect(said.split('\n')).toHaveLength(2);
  expect(said).toMatch(/^fix-add · mine · 1: failed.*\\u\{1b\}\[2J/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
  expect(said.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('a dry run prints the plan, finished runs and the maximum agent time', () => {
  using display = openDisplay({ dry_run: true });
  const cells = [cellOf('mine', 1), cellOf('yours', 1), cellOf('mine', 2)];
  display.events.planned(planOf(cells, { done: 1 }));
  expect(display.take().split('\n')).toEqual([
    'judge: rules',
    '3 runs in the sandbox bwrap, 2 at a time, 1 finished before',
    '  fix-add · mine · 1',
    '  fix-add · yours · 1',
    '  fix-add · mine · 2',
    'up to 20 min of agent time, from the limits of the scenarios',
    '',
  ]);
});

test('on a terminal, draws a line per running run and the totals, and erases them at the end', () => {
  using display = openDisplay({ size: { rows: 24, columns: 100 } });
  const cells = [cellOf('mine'), cellOf('yours')];
  display.events.planned(planOf(cells));
  for (const cell of cells) display.events.started(cell);
  display.events.progressed(cells[0] as Cell, { kind: 'step', step: 'agent' });
  display.events.progressed(cells[0] as Cell, { kind: 'spent', spent: { tokens: 1200, cost_usd_micros: 500_000 } });
  vi.advanceTimersByTime(130);
  const drawn = display.take();
  expect(drawn).toMatch(/▸ {2}fix-add · mine · 1 {2}agent {2}0\.1 s {2}1200 tokens {2}\$0\.5000\n/);
  expect(drawn).toMatch(/▸ {2}fix-add · yours · 1 {2}waiting {2}0\.1 s\n0 of 2 runs done/);
  display.events.finished(makeResult());
  vi.advanceTimersByTime(130);
  const after = display.take();
  expect(after).not.toContain('mine');
  expect(after).toMatch(/1 of 2 runs done in .* left, \$0\.0123\n/);
  display.end();
  expect(display.take()).toBe('\u001b[2A\u001b[J');
});

test('removes a run that could not be executed from the rows and the estimate', () => {
  using display = openDisplay({ size: { rows: 24, columns: 100 } });
  const cells = [cellOf('mine'), cellOf('yours')];
  display.events.planned(planOf(cells));
  for (const cell of cells) display.events.started(cell);
  display.events.missed({ cell: cells[1] as Cell, reason: 'the disk is full' });
  display.events.finished(makeResult());
  display.take();
  vi.advanceTimersByTime(130);
  expect(stripVTControlCharacters(display.take())).toMatch(
    /^1 of 2 runs done in \S+ \S+, 1 not run, about 0\.0 s left/,
  );
});

test('never scrolls, even with more runs or longer names than fit', () => {
  using display = openDisplay({ size: { rows: 5, columns: 30 } });
  const cells = Array.from({ length: 20 }, (_, index) =>
    cellOf(`agent-with-a-long-name-${'n'.repeat(40)}\n`, index + 1),
  );
  display.events.planned(planOf(cells));
  display.take();
  for (const cell of cells) display.events.started(cell);
  vi.advanceTimersByTime(130);
  const lines = stripVTControlCharacters(display.take()).split('\n').slice(0, -1);
  expect(lines.length).toBeLessThan(5);
  expect(lines.at(-1)).toContain('0 of 20 runs done');
  for (const text of lines) expect(text.length).toBeLessThan(30);
});

const standing: LiveRanking = {
  draw: (finished) => [`ranking of ${finished.length}`],
  say: (finished) => `${finished.length} ranked`,
};

test('draws the ranking above the totals; without a terminal, prints it after each run', () => {
  const cell = cellOf('mine');
  using display = openDisplay({ size: { rows: 24, columns: 100 }, standing });
  display.events.planned(planOf([cell]));
  display.events.started(cell);
  vi.advanceTimersByTime(130);
  expect(stripVTControlCharacters(display.take())).toMatch(/▸ {2}fix-add.*\nranking of 0\n0 of 1 runs done/);
  display.events.finished(makeResult());
  vi.advanceTimersByTime(130);
  expect(stripVTControlCharacters(display.take())).toMatch(/^ranking of 1\n1 of 1 runs done/);
  display.end();
  using plain = openDisplay({ standing });
  plain.events.finished(makeResult());
  expect(plain.take()).toMatch(/^fix-add · mine · 1: .*\n1 ranked\n$/);
});
