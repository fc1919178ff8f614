import type { Proof, Trial } from '@assay/schema';
import { expect, test } from 'vitest';
import { drawImported } from './imported.ts';
import { drawUnsound } from './unsound.ts';

const trial = (agent: string, holds: boolean): Trial => ({
  agent,
  holds,
  outcome: 'FAILED',
  scorers: 'FAIL',
  result: 'failed',
  remark: '',
});
const proof = (proven: boolean, trials: Trial[], reason: string | null): Proof => ({
  task_digest: 'd',
  harness_version: '1',
  proved_at: '2026-11-17T00:00:00.000Z',
  tried: true,
  proven,
  reason,
  trials,
});

test('lists the tasks that something else than the solution passes, or that the solution fails', () => {
  const proofs = new Map([
    ['good', proof(true, [trial('oracle', true)], null)],
    ['open', proof(false, [trial('oracle', true), trial('nop', false), trial('cheat:skip-all', false)], 'nop passes')],
    ['hard\u0007', proof(false, [trial('oracle', false)], 'the oracle does not pass')],
  ]);
  expect(drawUnsound(proofs)).toBe(
    '\nNot sound:\n  open  passed by nop, cheat:skip-all\n  hard\\u{7}  the oracle does not pass\n\n1 of 3 tasks sound\n',
  );
  expect(drawUnsound(new Map([['good', proof(true, [], null)]]))).toBe('\n1 of 1 task sound\n');
});

test('shows what each imported task lost, without its control characters', () => {
  const imported = {
    format: 'harbor',
    tasks: [{ name: 'a', folder: '/a', notes: ['gpus: \u001b[31mnone'] }],
    skipped: [{ path: '/b', reason: 'no tests' }],
  };
  expect(drawImported(imported, 'in out')).toBe(
    'a\n  gpus: \\u{1b}[31mnone\nskipped /b: no tests\n1 task of the format harbor in out, 1 skipped\n',
  );
});
