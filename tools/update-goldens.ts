import { existsSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { formatGolden, GOLDEN_FILE, readGoldens } from './golden-file.ts';
import { GOLDEN_INPUTS } from './golden-inputs.ts';

// Keeps the existing inputs and recomputes their outputs; draws inputs for formulas that have none.
const PER_FORMULA = 25;
const SEED = 20261115;

const kept = existsSync(GOLDEN_FILE) ? readGoldens() : [];
const known = new Set(kept.map(({ formula }) => formula));
const drawn = Object.entries(GOLDEN_INPUTS)
  .filter(([formula]) => !known.has(formula))
  .flatMap(([formula, inputs]) =>
    fc.sample(inputs, { numRuns: PER_FORMULA, seed: SEED }).map((input) => ({ formula, input })),
  );

const lines = [...kept, ...drawn].map(formatGolden);
writeFileSync(GOLDEN_FILE, `${lines.join('\n')}\n`);
console.log(`${lines.length} goldens, ${drawn.length} of them new`);
