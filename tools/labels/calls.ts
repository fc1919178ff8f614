import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptEntry } from '../../packages/schema/src/index.ts';
import { findChanges } from '../../packages/scoring/src/sessions/facts/changes.ts';
import { findChecks } from '../../packages/scoring/src/sessions/facts/checks.ts';
import { readSession, type SessionStep } from '../../packages/scoring/src/sessions/session.ts';
import { readTranscript } from '../../packages/transcripts/src/index.ts';

/** A call of a session, with what Assay says of it. */
export interface LabelledCall {
  /** Digest of the path of the session, relative to the folder, and of the call. */
  readonly id: string;
  /** Digest of command and output, without which a label means nothing. */
  readonly digest: string;
  readonly agent: string;
  /** The first folder of the path. */
  readonly source: string;
  readonly command: string;
  readonly output: string;
  readonly exit: string;
  readonly check: { readonly kind: string; readonly result: string } | null;
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The shell commands of all sessions in a folder, in the order of their paths. */
export async function readCalls(folder: string): Promise<LabelledCall[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:jsonl?|traj)$/.test(path),
  );
  const calls: LabelledCall[] = [];
  for (const path of paths.sort()) {
    const record = await readTranscript(join(folder, path), { prices: [] }).catch(() => null);
    if (record === null) continue;
    const { steps } = readSession(record);
    const checks = new Map(findChecks(steps, findChanges(steps)).map((check) => [check.step, check]));
    for (const step of steps) {
      const { call, output, interaction } = step;
      if (call === null || call.command === null || output === null) continue;
      const check = checks.get(step);
      calls.push({
        id: digest(`${path}#${interaction.id}`).slice(0, 12),
        digest: digest(call.command + output).slice(0, 12),
        agent: record.agent,
        source: path.split('/')[0] as string,
        command: call.command,
        output,
        exit: describeExit(step, record.entries[step.end_index]),
        check: check === undefined ? null : { kind: check.kind, result: check.result },
      });
    }
  }
  return calls;
}

const describeExit = ({ outcome }: SessionStep, result: TranscriptEntry | undefined): string =>
  result?.exit_code == null ? (outcome === 'failed' ? 'flag' : '') : `exit ${result.exit_code}`;
