import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { sequentialV1 } from './sequential.v1.ts';
import { sequentialV2 } from './sequential.v2.ts';

const runs = (task_id: string, repeats: number, passed: number) =>
  Array.from({ length: repeats }, () => ({ task_id, composite: passed / 4, checks: { passed, total: 4 } }));
const others = Array.from({ length: 9 }, (_, i) => runs(`t${i}`, 2, 4)).flat();
const lost = {
  baseline: [...others, ...runs('one', 2, 4)],
  candidate: [...others, ...runs('one', 2, 1)],
};
const confirmation = { looks_taken: 0, baseline: [], candidate: [] };

test.each([1, 2, 3])('a task lost in every run is suspected at look %d of 3, and nothing is settled', (taken) => {
  const input = { ...lost, look: { taken, planned: 3 } };
  expect(compute(sequentialV1, input).regressions).toEqual([]);
  const found = compute(sequentialV2, { ...input, confirmation });
  expect(found).toMatchObject({ verdict: 'neutral', settled: false, underpowered: true });
  expect(found.regressions[0]).toMatchObject({ task_id: 'one', kind: 'task_lost', status: 'suspected' });
});

test('fresh runs settle it at the last look', () => {
  const fresh = { looks_taken: 1, baseline: runs('one', 5, 4), candidate: runs('one', 5, 1) };
  const found = compute(sequentialV2, { ...lost, look: { taken: 3, planned: 3 }, confirmation: fresh });
  expect(found).toMatchObject({ verdict: 'regressed', settled: true });
  expect(found.regressions[0]).toMatchObject({ status: 'proven', proof_at: 0.004 });
});

test('without a lost task or a second stage, it equals version 1', () => {
  const input = { baseline: others, candidate: others, look: { taken: 1, planned: 3 } };
  const { formula_version: _, ...found } = compute(sequentialV2, input);
  const { formula_version: __, ...before } = compute(sequentialV1, input);
  expect(found).toEqual(before);
});
