import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ShownReputation } from '@assay/schema';
import { compute, reputationV1, showReputation } from '@assay/scoring';
import { listLogFolders } from './choose-log-folder.ts';
import { listLogs } from './log-folder.ts';
import type { LogLine } from './log-line.ts';

/** The reputation of an agent from the logs on this machine; undefined if they have no call of it. */
export async function readLocalReputation(agent_id: string): Promise<ShownReputation | undefined> {
  const found: {
    readonly occurred_at: string;
    readonly passed: boolean;
    readonly latency_ms: number;
    readonly latency_ref_ms: number | null;
  }[] = [];
  for (const folder of listLogFolders(undefined)) {
    for (const file of listLogs(folder)) {
      for await (const text of createInterface({
        input: createReadStream(file),
        crlfDelay: Number.POSITIVE_INFINITY,
      })) {
        const line = parseLine(text);
        if (line?.kind !== 'evaluation' || line.agent_id !== agent_id || line.passed === null) continue;
        found.push({
          occurred_at: line.occurred_at,
          passed: line.passed,
          latency_ms: line.latency_ms,
          latency_ref_ms: line.latency_ref_ms ?? null,
        });
      }
    }
  }
  if (found.length === 0) return undefined;
  found.sort((a, b) => (a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : 0));
  const evaluations = found.map(({ passed, latency_ms, latency_ref_ms }) => ({ passed, latency_ms, latency_ref_ms }));
  return showReputation(compute(reputationV1, { evaluations }));
}

function parseLine(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    // a line cut by a crash
    return undefined;
  }
}
