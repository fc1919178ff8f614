import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryRunFaults } from './run-fault-trial.ts';
import { inSoak } from './soak.ts';

const KILLS = inSoak(10, 50);

test('killing the server again and again while runs are requested leaves no duplicates, no partial requests and no stuck keys', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-run-faults-'));
  try {
    const victims = Array.from({ length: KILLS }, () => 'server' as const);
    const { acknowledged, doubled, partial, lost, stuck } = await tryRunFaults({ root, victims, between: 20 });
    expect(acknowledged).toBeGreaterThanOrEqual(22 * KILLS);
    expect({ doubled, partial, lost, stuck }).toEqual({ doubled: [], partial: [], lost: [], stuck: [] });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 600_000);
