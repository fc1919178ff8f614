import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryRunFaults } from './run-fault-trial.ts';

test('a server killed ten times while runs are asked for leaves no run twice, none half, and no key stuck', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-run-faults-'));
  try {
    const victims = Array.from({ length: 10 }, () => 'server' as const);
    const { acknowledged, doubled, partial, lost, stuck } = await tryRunFaults({ root, victims, between: 20 });
    expect(acknowledged).toBeGreaterThanOrEqual(220);
    expect({ doubled, partial, lost, stuck }).toEqual({ doubled: [], partial: [], lost: [], stuck: [] });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 600_000);
