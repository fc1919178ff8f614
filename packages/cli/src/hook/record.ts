import { createHash, createPublicKey } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { HookDecision } from '@assay/schema';
import { isSignedText, signText, toPublicKey } from '@assay/server/attestations';
import { openSigningKey, readPublicKey } from '../signing-key.ts';
import { exclusively, hooksFolder, nameFor } from './session-state.ts';

const TYPE = 'application/vnd.assay.hook-decision+json';
// longer than any line
const TAIL_BYTES = 256 * 1024;

/** A decision before it is signed. */
export type UnsignedDecision = Omit<HookDecision, 'previous' | 'kid' | 'sig'>;

/** The record of a project: one signed line per decision, each with the digest of the line before. */
const recordFile = (root: string): string => join(hooksFolder(), 'records', `${nameFor(root)}.jsonl`);

export function appendDecision(decision: UnsignedDecision): void {
  const file = recordFile(decision.root);
  mkdirSync(join(hooksFolder(), 'records'), { recursive: true, mode: 0o700 });
  const key = openSigningKey();
  const { kid } = toPublicKey(createPublicKey(key));
  // another line in between would look like a line that is missing
  exclusively(file, () => {
    const unsigned = { ...decision, previous: digestLast(file), kid };
    const sig = signText({ text: JSON.stringify(unsigned), type: TYPE }, key);
    appendFileSync(file, `${JSON.stringify({ ...unsigned, sig })}\n`, { mode: 0o600 });
  });
}

/** A line of a record with the reason it cannot be trusted; null for a valid one. */
export interface RecordedDecision {
  readonly decision: HookDecision;
  readonly fault: 'wrong key' | 'changed' | 'a line before is missing' | null;
}

/** Reads and verifies a record. */
export function readRecord(root: string): RecordedDecision[] {
  const file = recordFile(root);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const key = readPublicKey();
  return lines.flatMap((line, index): RecordedDecision[] => {
    const decision = parse(line);
    if (decision === undefined) return [];
    const { sig, ...unsigned } = decision;
    const before = lines[index - 1];
    const isNext = decision.previous === (before === undefined ? null : digest(before));
    if (key === null || key.kid !== decision.kid) return [{ decision, fault: 'wrong key' }];
    if (!isSignedText({ text: JSON.stringify(unsigned), type: TYPE }, sig, key))
      return [{ decision, fault: 'changed' }];
    return [{ decision, fault: isNext ? null : 'a line before is missing' }];
  });
}

function parse(line: string): HookDecision | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // cut off while it was written; the line after it shows that
    return undefined;
  }
}

const digest = (line: string): string => createHash('sha256').update(line).digest('hex');

function digestLast(file: string): string | null {
  if (!existsSync(file)) return null;
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
    const last = tail.toString('utf8').split('\n').filter(Boolean).at(-1);
    return last === undefined ? null : digest(last);
  } finally {
    closeSync(descriptor);
  }
}
