import type { Activity, Proof, RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import type { Planned, RunEvents } from '../../run/run-scenarios.ts';
import type { Cell } from '../../run/schedule/run-plan.ts';
import { listActivities } from './activity-files.ts';
import { recordActivity } from './record-activity.ts';

// the fields of a cell that are used
const cellOf = (agent: string): Cell =>
  ({ prepared: { task: { scenario: { name: 'fix-add' } } }, spec: { id: agent }, repeat: 1 }) as unknown as Cell;
const resultOf = (agent: string) => ({ scenario: 'fix-add', agent, repeat: 1, label: null }) as unknown as RunResult;

function open(root: string) {
  const passed: string[] = [];
  const note = (name: string) => () => void passed.push(name);
  const events: RunEvents = {
    planned: note('planned'),
    proving: note('proving'),
    proved: note('proved'),
    started: note('started'),
    progressed: note('progressed'),
    finished: note('finished'),
    missed: note('missed'),
  };
  const host = { now: Date.now, entropy: (bytes: number) => new Uint8Array(bytes), environment: {} };
  const shown = (fields: Partial<Activity>) =>
    expect
      .poll(() => listActivities(root, Date.now()), { timeout: 60_000 })
      .toEqual([expect.objectContaining({ command: 'assay run', ...fields })]);
  return { ...recordActivity({ root, command: 'assay run', host, events }), passed, shown };
}

test('records proofs and runs while they happen, and removes the record afterwards', async () => {
  using scratch = scratchFolder();
  const { events, end, passed, shown } = open(scratch.path);
  const [mine, yours] = [cellOf('mine'), cellOf('yours')];
  events.planned({ cells: [mine, yours], done: 1 } as unknown as Planned);
  await shown({ proving: null, running: [], runs_done: 1, runs: 3 });
  const proving = { scenario: 'fix-add', at: 1, of: 2, trials_done: 3, trials: 9 };
  events.proving(proving);
  await shown({ proving });
  events.proved('fix-add', {} as Proof);
  events.started(mine);
  events.started(yours);
  events.progressed(yours, { kind: 'step', step: 'agent' });
  await shown({
    proving: null,
    running: [
      expect.objectContaining({ scenario: 'fix-add', agent: 'mine', step: 'waiting' }),
      expect.objectContaining({ scenario: 'fix-add', agent: 'yours', step: 'agent' }),
    ],
  });
  events.finished(resultOf('mine'));
  await shown({ running: [expect.objectContaining({ agent: 'yours' })], runs_done: 2 });
  events.missed({ cell: yours, reason: 'the disk is full' });
  await shown({ running: [], runs_done: 3 });
  await end();
  expect(await listActivities(scratch.path, Date.now())).toEqual([]);
  expect(passed.join(' ')).toBe('planned proving proved started started progressed finished missed');
});

test('runs continue if the activity cannot be written', async () => {
  using scratch = scratchFolder();
  const { events, end, passed } = open(`/dev/null/${scratch.path}`);
  events.started(cellOf('mine'));
  events.finished(resultOf('mine'));
  await end();
  expect(passed).toEqual(['started', 'finished']);
});
