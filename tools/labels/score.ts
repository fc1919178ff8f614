import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LabelledCall, readCalls } from './calls.ts';

/*
 * `npm run labels:score -- FOLDER LABELS.jsonl --sample x`: precision and recall of checks against the labels of calls
 * whose sessions are in the folder. `--list` prints the mistakes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, sample: { type: 'string' } },
});
const [folder = '', labels = ''] = positionals;

interface Label {
  readonly id: string;
  readonly digest: string;
  readonly sample: string;
  readonly check: string | null;
  readonly result: string | null;
}

const wanted = readFileSync(labels, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Label)
  .filter(({ sample }) => values.sample === undefined || sample === values.sample);
const calls = new Map((await readCalls(folder)).map((call) => [call.id, call]));
const found = wanted.flatMap((label) => {
  const call = calls.get(label.id);
  return call?.digest === label.digest ? [{ label, call }] : [];
});

type Pair = { readonly label: Label; readonly call: LabelledCall };

const isSame = ({ label, call }: Pair): boolean => call.check?.result === label.result;
const isWrong = (pair: Pair): boolean =>
  (pair.call.check === null) !== (pair.label.check === null) || (pair.label.result !== null && !isSame(pair));

function count(title: string, said: readonly Pair[], wanted: readonly Pair[], both: readonly Pair[]): void {
  const share = (of: readonly Pair[]): string => (of.length === 0 ? '–' : (both.length / of.length).toFixed(2));
  process.stdout.write(`${title}: ${share(said)} / ${share(wanted)}\n`);
}

const said = found.filter(({ call }) => call.check !== null);
const right = found.filter(({ label }) => label.check !== null);
process.stdout.write(`${found.length} of ${wanted.length} labels, ${right.length} checks\n`);
count(
  'checks',
  said,
  right,
  said.filter(({ label }) => label.check !== null),
);
// a reader could not tell every result
const known = right.filter(({ label }) => label.result !== null);
count(
  'checks with the right result',
  said.filter(({ label, call }) => call.check?.result !== 'unknown' && (label.check === null || label.result !== null)),
  known,
  known.filter(isSame),
);
if (values.list)
  for (const { label, call } of found.filter(isWrong)) {
    const answers = `${label.check}/${label.result} ${call.check?.kind}/${call.check?.result}`;
    process.stdout.write(`${answers}: ${call.command.slice(0, 160).replaceAll('\n', '⏎')}\n`);
  }
