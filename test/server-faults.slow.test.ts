import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryFaults } from './fault-trial.ts';

test('killing the server and the database loses no acknowledged evaluation and duplicates none', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-faults-'));
  try {
    const { acknowledged, found, reputations } = await tryFaults({
      root,
      victims: ['server', 'database', 'server', 'database'],
      between: 100,
    });
    const ids = found.map(({ evaluation_id }) => evaluation_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...acknowledged.values()].filter((id) => !ids.includes(id))).toEqual([]);
    for (const [agent, { eval_count }] of reputations) {
      const places = found.filter(({ agent_id }) => agent_id === agent).map(({ seq }) => seq);
      expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, index) => index + 1));
      expect(eval_count).toBe(places.length);
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 300_000);
