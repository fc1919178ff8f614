import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { END_WORDS, readFacts, VERIFICATION_WORDS } from '../../packages/scoring/src/index.ts';
import { readTranscript } from '../../packages/transcripts/src/index.ts';

/*
 * `npm run soak:sessions -- FOLDER RESULTS.json`: the state of verification against the known result of runs. RESULTS
 * maps a part of each path to {solved, task}. `--list` prints each run with its state and reason.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const [folder = '', results = ''] = positionals;

interface Run {
  readonly solved: boolean;
  readonly task: string;
  readonly state: keyof typeof VERIFICATION_WORDS;
  readonly end: keyof typeof END_WORDS;
  readonly hasCheck: boolean;
}

const known = JSON.parse(readFileSync(results, 'utf8')) as Record<string, { solved: boolean; task: string }>;
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const runs: Run[] = [];
for (const [name, { solved, task }] of Object.entries(known)) {
  const path = paths.find((one) => one.includes(name) && /\.(?:jsonl?|traj)$/.test(one));
  if (path === undefined) continue;
  const facts = readFacts(await readTranscript(join(folder, path), { prices: [] }));
  const hasCheck = facts.requests.some(({ checks }) => checks.length > 0);
  runs.push({ solved, task, state: facts.verification, end: facts.end, hasCheck });
  if (values.list)
    process.stdout.write(`${solved}\t${facts.verification}\t${facts.end}\t${path}\t${facts.verification_reason}\n`);
}

// fixed before any run was read: an end without a result is worse than any state, and more evidence is better
const STATES: readonly Run['state'][] = ['no_change', 'red', 'could_not_run', 'unchecked', 'probed', 'verified'];
const rank = ({ state, end }: Run): number => STATES.indexOf(state) + (end === 'finished' ? STATES.length : 0);

/** The chance that a solved run ranks above an unsolved one, both drawn at random from the same group. */
function auc(groups: readonly (readonly Run[])[]): string {
  let [won, pairs] = [0, 0];
  for (const group of groups)
    for (const good of group.filter(({ solved }) => solved))
      for (const bad of group.filter(({ solved }) => !solved)) {
        won += rank(good) > rank(bad) ? 1 : rank(good) === rank(bad) ? 0.5 : 0;
        pairs++;
      }
  return pairs === 0 ? '–' : `${(won / pairs).toFixed(3)} over ${pairs} pairs`;
}

const row = (title: string, of: readonly Run[]): string => {
  const solved = of.filter((one) => one.solved).length;
  return `| ${title} | ${of.length} | ${solved} | ${of.length === 0 ? '–' : `${Math.round((100 * solved) / of.length)} %`} |\n`;
};
const checked = runs.filter(({ hasCheck }) => hasCheck);
process.stdout.write(
  [
    '| State or end | Runs | Solved | Share |\n| --- | --- | --- | --- |\n',
    ...Object.keys(VERIFICATION_WORDS).map((state) =>
      row(
        `\`${state}\``,
        runs.filter((one) => one.state === state),
      ),
    ),
    ...Object.keys(END_WORDS).map((end) =>
      row(
        `ended \`${end}\``,
        runs.filter((one) => one.end === end),
      ),
    ),
    row('all', runs),
    `\nAUC of state and end: ${auc([runs])}; where checks exist: ${auc([checked])}`,
    `\nof runs of the same task: ${auc([...Map.groupBy(checked, ({ task }) => task).values()])}\n`,
  ].join(''),
);
