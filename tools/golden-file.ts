import { readFileSync } from 'node:fs';
import { score } from '@assay/scoring';

/** Inputs and outputs of the formulas, one JSON document per line: a changed line is a changed score. */
export const GOLDEN_FILE = new URL('../fixtures/goldens/formulas.jsonl', import.meta.url);

interface Golden {
  readonly formula: string;
  readonly input: unknown;
  readonly output: { readonly formula_version: string };
}

export function readGoldens(): Golden[] {
  return readFileSync(GOLDEN_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Computes one line of the file. A published line is computed with the version it was published with. */
export function formatGolden({ formula, input, output }: Omit<Golden, 'output'> & Partial<Golden>): string {
  const version = output === undefined || formula.includes('@') ? '' : `@${output.formula_version}`;
  return JSON.stringify({ formula, input, output: score(`${formula}${version}`, input) });
}
