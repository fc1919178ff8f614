import { statSync } from 'node:fs';
import { at, number, text } from '@assay/schema/json';
import { openSessionState, type SessionState } from './session-state.ts';
import type { TranscriptCosts } from './sum-transcript.ts';

/** The result of the last check, as `stop` saves it for the status line. */
export interface LastCheck {
  readonly problems: number;
  readonly was_sent_back: boolean;
}

/** What a transcript cost, and when it was read. */
interface ReadCosts extends TranscriptCosts {
  readonly size_bytes: number;
  readonly read_ms: number;
}

// the status line is drawn after every message
const READ_EVERY_MS = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** One line for the status line of Claude Code: last check, cost of the session, waste so far. */
export async function drawStatusLine(json: string, now_ms: number): Promise<string> {
  const input: unknown = JSON.parse(json);
  const state = openSessionState('claude', text(at(input, 'session_id')) ?? '');
  const costs = await readCosts(text(at(input, 'transcript_path')), { state, now_ms });
  const cost_usd = number(at(input, 'cost', 'total_cost_usd')) ?? costs?.cost_usd ?? null;
  const waste = costs?.waste_usd ?? null;
  return [
    `assay ${drawCheck(state.readCached('last') as LastCheck | null)}`,
    ...(cost_usd === null ? [] : [formatUsd(cost_usd)]),
    ...(waste === null ? [] : [`waste ${formatUsd(waste)}`]),
  ].join(' · ');
}

function drawCheck(last: LastCheck | null): string {
  if (last === null) return 'not checked yet';
  if (last.problems === 0) return '✓';
  const found = last.problems === 1 ? '1 problem' : `${last.problems} problems`;
  return last.was_sent_back ? `✗ ${found}` : `! ${found} left`;
}

const formatUsd = (usd: number): string => `$${usd.toFixed(2)}`;

async function readCosts(
  path: string | undefined,
  { state, now_ms }: { readonly state: SessionState; readonly now_ms: number },
): Promise<ReadCosts | null> {
  const known = state.readCached('costs') as ReadCosts | null;
  const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || !stats?.isFile() || stats.size > MOST_BYTES) return known;
  if (known !== null && (known.size_bytes === stats.size || now_ms - known.read_ms < READ_EVERY_MS)) return known;
  const { sumTranscript } = await import('./sum-transcript.ts');
  const costs = { size_bytes: stats.size, read_ms: now_ms, ...(await sumTranscript(path)) };
  state.saveCached('costs', costs);
  return costs;
}
