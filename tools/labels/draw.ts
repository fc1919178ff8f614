import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { digest, type LabelledCall, readCalls } from './calls.ts';

/*
 * `npm run labels:draw -- FOLDER ITEMS.jsonl --count 40 --seed a`: draws calls of the sessions in a folder and prints
 * them for a reader, without what Assay says. Half of each source are calls that may be checks. The same seed draws the
 * same calls. The reader adds a label to each line of ITEMS.jsonl.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: 'a' } },
});
const [folder = '', items = ''] = positionals;
const half = Math.ceil(Number(values.count) / 2);

const LIKELY =
  /test|spec|lint|tsc|type-?check|build|check|make\b|cargo|\bgo (?:run|vet)|npm (?:run|t\b)|pnpm|bun |yarn|python|node |mypy|ruff|verify|valid|biome|deno|\.sh\b|git (?:commit|push)/i;

const draw = (calls: readonly LabelledCall[], stratum: string) =>
  calls
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, half)
    .map((call) => ({
      ...call,
      stratum,
      weight: Math.round((100 * calls.length) / Math.min(half, calls.length)) / 100,
    }));
const rank = ({ id }: LabelledCall): string => digest(`${values.seed} ${id}`);

const clip = (text: string, head: number, tail: number): string =>
  (text.length <= head + tail ? text : `${text.slice(0, head)} … ${text.slice(-tail)}`).trim().replaceAll('\n', '⏎');

const drawn = [...Map.groupBy(await readCalls(folder), ({ source }) => source).values()]
  .flatMap((calls) => [
    ...draw(
      calls.filter(({ command }) => LIKELY.test(command)),
      'likely',
    ),
    ...draw(
      calls.filter(({ command }) => !LIKELY.test(command)),
      'other',
    ),
  ])
  .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));

writeFileSync(
  items,
  drawn
    .map(
      ({ id, digest, agent, source, stratum, weight }) =>
        `${JSON.stringify({ id, digest, agent, source, stratum, weight })}\n`,
    )
    .join(''),
);
for (const [index, { command, output, exit }] of drawn.entries())
  process.stdout.write(
    `${index}. ${clip(command, 300, 150)}\n   => ${exit && `[${exit}] `}${clip(output, 120, 260)}\n`,
  );
