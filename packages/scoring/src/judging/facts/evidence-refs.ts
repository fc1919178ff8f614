import type { EvidenceRef } from '@assay/schema';
import type { JudgedStep } from '../course/transcript-steps.ts';
import type { NamedFile } from '../diff/select-diff.ts';

/** What each id in a question refers to. Contains only what the judge was shown. */
export type EvidenceRefs = ReadonlyMap<string, EvidenceRef>;

interface Shown {
  readonly steps: readonly Pick<JudgedStep, 'id' | 'entry_id'>[];
  readonly files: readonly NamedFile[];
  /** Names of scorers, and of the commands with an output. */
  readonly scorers: readonly string[];
  readonly outputs: readonly string[];
}

export const scorerId = (index: number): string => `S${index + 1}`;
export const outputId = (index: number): string => `O${index + 1}`;

export function createRefs({ steps, files, scorers, outputs }: Shown): EvidenceRefs {
  return new Map<string, EvidenceRef>([
    ...steps.map(({ id, entry_id }): [string, EvidenceRef] => [id, { kind: 'step', ref: entry_id }]),
    ...files.map(({ id, path }): [string, EvidenceRef] => [id, { kind: 'hunk', ref: path }]),
    ...scorers.map((ref, index): [string, EvidenceRef] => [scorerId(index), { kind: 'scorer', ref }]),
    ...outputs.map((ref, index): [string, EvidenceRef] => [outputId(index), { kind: 'output', ref }]),
  ]);
}

/** Resolves an id, also in brackets or in other case; undefined when it was not shown. */
export function resolveRef(refs: EvidenceRefs, written: string): EvidenceRef | undefined {
  const [, letter = '', number = ''] = WRITTEN.exec(written.trim()) ?? [];
  return refs.get(`${letter.toLowerCase() === 'e' ? 'e' : letter.toUpperCase()}${number}`);
}

const WRITTEN = /^[[(]?([eFSO])(\d{1,9})[\])]?$/i;
