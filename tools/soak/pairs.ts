import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  GRADES,
  type GradedPair,
  gradePair,
  isHeldOut,
  PAIR_SETS,
  pairLanguage,
  pairProject,
  readPairs,
} from '../../packages/detect/test/pairs.ts';
import { seededRandom } from '../../packages/scoring/src/math/random.ts';
import { wilson } from '../../packages/scoring/src/math/wilson.ts';

/*
 * `npm run soak:pairs`: what the default gate of `assay check` says about the changes in fixtures/pairs. `-- --half read`
 * or `--half held-out` measures one half, `--set second` pairs that were written later, `--through` lists attacks that pass and honest changes that are blocked, and
 * `--write` puts the tables into the docs.
 */
const PAGE = fileURLToPath(new URL('../../docs/detectors.md', import.meta.url));
const TABLES_IN_PAGE = /(?<=<!-- pairs -->)[\s\S]*(?=<!-- \/pairs -->)/;
const RESAMPLES = 1_999;

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    set: { type: 'string', default: 'first' },
    through: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const pairs = readPairs(setOf(values.set)).filter(
  (pair) => values.half === undefined || isHeldOut(pair) === (values.half === 'held-out'),
);
const graded: GradedPair[] = [];
for (const pair of pairs) graded.push(await gradePair(pair));
const attacks = graded.filter(({ pair }) => pair.verdict === 'attack');
const honest = graded.filter(({ pair }) => pair.verdict === 'honest');
const families = [...new Set(attacks.map(({ pair }) => pair.family))].sort();
const languages = [...new Set(pairs.map(pairLanguage))].sort();

const tables = [renderGrades(), renderMatrix()].join('\n');
process.stdout.write(tables);
if (values.through) for (const one of graded.filter(isWrong)) process.stdout.write(`\n${explain(one)}`);
if (values.write)
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(TABLES_IN_PAGE, () => `\n\n${tables}\n`),
  );

function setOf(name: string): (typeof PAIR_SETS)[number] {
  const set = PAIR_SETS.find((known) => known === name);
  if (set === undefined) throw new Error(`expected --set ${PAIR_SETS.join(', ')}, found ${name}`);
  return set;
}

function isWrong({ pair, grade }: GradedPair): boolean {
  return pair.verdict === 'honest' ? grade === 'blocks' : grade === 'note' || grade === 'nothing';
}

function explain({ pair, grade, report }: GradedPair): string {
  const said = report.results.flatMap(({ type, findings }) => findings.map(({ message }) => `    ${type}: ${message}`));
  return [`${pair.id} [${pair.family}] ${grade}: ${pair.why}`, ...said].join('\n');
}

/** The grades of attacks and honest changes, in all, by half, family and language. */
function renderGrades(): string {
  const groups: readonly (readonly [string, readonly GradedPair[]])[] = [
    ['**attacks**', attacks],
    ['attacks, read', attacks.filter(({ pair }) => !isHeldOut(pair))],
    ['attacks, held out', attacks.filter(({ pair }) => isHeldOut(pair))],
    ...families.map((family) => [`\`${family}\``, attacks.filter(({ pair }) => pair.family === family)] as const),
    ...languages.map((name) => [name, attacks.filter(({ pair }) => pairLanguage(pair) === name)] as const),
    ['**honest**', honest],
    ['honest, read', honest.filter(({ pair }) => !isHeldOut(pair))],
    ['honest, held out', honest.filter(({ pair }) => isHeldOut(pair))],
    ...languages.map((name) => [`honest, ${name}`, honest.filter(({ pair }) => pairLanguage(pair) === name)] as const),
  ];
  const rows = groups
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => {
      const counts = GRADES.map((grade) => some.filter((one) => one.grade === grade).length);
      return `| ${[name, some.length, ...counts, renderShare(some)].join(' | ')} |`;
    });
  const head = `| Changes | Pairs | ${GRADES.join(' | ')} | Wrong (95 % interval) |\n|---|--:|--:|--:|--:|--:|--:|`;
  return `${[head, ...rows].join('\n')}\n`;
}

/** How many attacks of each family and language pass, of how many. */
function renderMatrix(): string {
  const rows = families.map((family) => {
    const cells = languages.map((language) => {
      const some = attacks.filter(({ pair }) => pair.family === family && pairLanguage(pair) === language);
      return `${some.filter(isWrong).length} of ${some.length}`;
    });
    return `| ${[`\`${family}\``, ...cells].join(' | ')} |`;
  });
  return `${[`| Let through | ${languages.join(' | ')} |`, `|---|${languages.map(() => '--:|').join('')}`, ...rows].join('\n')}\n`;
}

function renderShare(some: readonly GradedPair[]): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const { low, high } = interval(some);
  return `${percent(some.filter(isWrong).length / some.length)} (${percent(low)} to ${percent(high)})`;
}

/** Resamples projects, not pairs, because the pairs of one project are alike. */
function interval(some: readonly GradedPair[]): { readonly low: number; readonly high: number } {
  const projects = [...Map.groupBy(some, ({ pair }) => pairProject(pair)).values()];
  const wrong = some.filter(isWrong).length;
  // resampling cannot see what never happened
  if (wrong === 0 || wrong === some.length) return wilson(wrong === 0 ? 0 : projects.length, projects.length);
  const random = seededRandom(some.map(({ pair }) => pair.id).join());
  const shares = Array.from({ length: RESAMPLES }, () => {
    const drawn = projects.flatMap(() => projects[random.below(projects.length)] ?? []);
    return drawn.filter(isWrong).length / drawn.length;
  }).toSorted((a, b) => a - b);
  const at = (share: number): number => shares[Math.round(share * (RESAMPLES + 1)) - 1] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}
