import { isDeepStrictEqual } from 'node:util';
import { AssayError, type Comparison, SequentialVerdict, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';

// the verdict is computed while other requests wait
const MAX_RUNS = 1_000;

/** Throws if the verdict of a comparison is not the one that its input gives. */
export function requireOwnVerdict({ input, verdict, looks }: Comparison): void {
  const { baseline, candidate, confirmation } = input;
  const runs = [baseline, candidate, confirmation?.baseline ?? [], confirmation?.candidate ?? []];
  if (runs.some(({ length }) => length > MAX_RUNS))
    throw new AssayError('payload_too_large', `a side has more than ${MAX_RUNS} runs`, { path: 'comparison.input' });
  const version = verdict.formula_version;
  const own =
    looks === null
      ? Verdict.parse(score(`verdict@${version}`, input))
      : scoreSequential(version, { ...input, look: { taken: looks.taken, planned: looks.planned } });
  if (isDeepStrictEqual(plain(own), plain(verdict))) return;
  throw new AssayError('invalid_input', `the verdict does not follow from the input, which gives ${own.verdict}`, {
    path: 'comparison.verdict',
  });
}

function scoreSequential(version: string, input: object): Verdict {
  const { settled: _, alpha: __, ...verdict } = SequentialVerdict.parse(score(`sequential@${version}`, input));
  return verdict;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
