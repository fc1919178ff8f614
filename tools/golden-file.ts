import { readFileSync } from 'node:fs';
import { score } from '@assay/scoring';

/** Inputs and what each formula makes of them, one JSON document a line: a changed line is a changed score. */
export const GOLDEN_FILE = new URL('../fixtures/goldens/formulas.jsonl', import.meta.url);

interface Golden {
  readonly formula: string;
  readonly input: unknown;
  readonly output: unknown;
}

export function readGoldens(): Golden[] {
  return readFileSync(GOLDEN_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** One line of the file, computed now. */
export function formatGolden({ formula, input }: Pick<Golden, 'formula' | 'input'>): string {
  return JSON.stringify({ formula, input, output: score(formula, input) });
}
