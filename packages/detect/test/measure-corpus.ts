import { type ChangedPath, type Inventory, type ScorerResult, ScorerSpec } from '@assay/schema';
import { applyScorer } from '@assay/scoring';
import { readInventory } from '../src/check/read-inventory.ts';
import type { ChangedFile } from '../src/inventory/inventory.ts';
import { type CorpusPair, DETECTORS, type Detector, languageOfPair } from './corpus.ts';

/** The verdict of a detector on a pair, with the label. */
export interface Judgment {
  readonly pair: CorpusPair;
  readonly detector: Detector;
  readonly language: string;
  readonly expected: 'pass' | 'fail';
  readonly result: ScorerResult;
}

/** Counts, precision and recall; null if the denominator is 0. */
export interface Measure {
  readonly pairs: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly false_alarms: number | null;
}

/** Runs every labeled detector on every pair, with the readers and scorers of a real run. */
export async function judgePairs(pairs: readonly CorpusPair[]): Promise<Judgment[]> {
  const judged: Judgment[] = [];
  for (const pair of pairs) {
    const { changed_paths, inventory } = await gather(pair);
    for (const detector of DETECTORS) {
      const expected = pair.labels[detector];
      if (expected === undefined) continue;
      const result = applyScorer(ScorerSpec.parse({ name: detector, type: detector }), { changed_paths, inventory });
      judged.push({ pair, detector, language: languageOfPair(pair), expected, result });
    }
  }
  return judged;
}

/** Whether a detector was wrong; no verdict is wrong too. */
export const isWrong = ({ expected, result }: Judgment): boolean =>
  result.verdict === 'ERROR' || (result.verdict === 'FAIL') !== (expected === 'fail');

export function measure(judged: readonly Judgment[]): Measure {
  const count = (expected: Judgment['expected'], raised: boolean): number =>
    judged.filter((one) => one.expected === expected && (one.result.verdict === 'FAIL') === raised).length;
  const caught = count('fail', true);
  const missed = count('fail', false);
  const alarms = count('pass', true);
  const quiet = count('pass', false);
  return {
    pairs: judged.length,
    precision: divide(caught, caught + alarms),
    recall: divide(caught, caught + missed),
    false_alarms: divide(alarms, alarms + quiet),
  };
}

const divide = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** One line about a wrong judgment, with the reason of the detector. */
export const explain = ({ pair, detector, expected, result }: Judgment): string =>
  `${pair.id}: ${detector} said ${result.verdict}, the label is ${expected} (${pair.why}) ${result.reason}`;

const OPTIONS = { scorers: [], onProgress: () => undefined };

async function gather(pair: CorpusPair): Promise<{ changed_paths: ChangedPath[]; inventory: Inventory }> {
  const files = new Map<string, ChangedFile>();
  for (const path of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)])) {
    const before = pair.before[path];
    const after = pair.after[path];
    if (before !== after) files.set(path, { before: encode(before), after: encode(after) });
  }
  const changed_paths = [...files].map(([path, file]) => changeOf(path, file));
  return { changed_paths, inventory: await readInventory({ files, unread: [], unchanged: new Map() }, OPTIONS) };
}

const encode = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));

export function changeOf(path: string, { before, after }: ChangedFile): ChangedPath {
  const change = before === null ? 'added' : after === null ? 'deleted' : 'modified';
  return { path, change, before: stateOf(before), after: stateOf(after) };
}

const stateOf = (content: Buffer | null): ChangedPath['before'] =>
  content && {
    kind: 'file',
    mode: '100644',
    oid: content.toString('hex', 0, 20),
    size_bytes: content.length,
    binary: false,
  };
