import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DETECTORS, OWN_CORPUS, readCorpus } from '../packages/detect/test/corpus.ts';
import {
  explain,
  isWrong,
  type Judgment,
  judgePairs,
  type Measure,
  measure,
} from '../packages/detect/test/measure-corpus.ts';

/*
 * Measures the detectors on a labeled corpus: `node --conditions=@assay/source tools/measure-corpus.ts
 * [PATH] [--wrong] [--write]`. Default: the corpus in fixtures. `--wrong` lists the pairs that were judged wrongly,
 * `--write` puts the table of our corpus into the docs.
 */
const PAGE = fileURLToPath(new URL('../docs/detectors.md', import.meta.url));
const TABLE_IN_PAGE = /(?<=<!-- measured -->)[\s\S]*(?=<!-- \/measured -->)/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wrong: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});
const [place = OWN_CORPUS] = positionals;
if (values.write && place !== OWN_CORPUS)
  throw new Error('do not combine a path with --write: the docs show our own corpus');

const judged = await judgePairs(readCorpus(place));
const table = renderTable(judged);
process.stdout.write(table);
if (values.wrong) for (const one of judged.filter(isWrong)) process.stdout.write(`\n${explain(one)}`);
if (values.write)
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(TABLE_IN_PAGE, () => `\n\n${table}\n`),
  );

function renderTable(all: readonly Judgment[]): string {
  const languages = [...new Set(all.map(({ language }) => language))].sort();
  const rows = DETECTORS.flatMap((detector) => {
    const mine = all.filter((one) => one.detector === detector);
    const perLanguage = languages.map((language) =>
      renderRow([`\`${detector}\``, language], measure(mine.filter((one) => one.language === language))),
    );
    return [renderRow([`\`${detector}\``, '**all**'], measure(mine)), ...perLanguage];
  });
  const head = '| Detector | Language | Pairs | Precision | Recall | False alarms |\n|---|---|--:|--:|--:|--:|';
  return `${[head, ...rows].join('\n')}\n`;
}

function renderRow(names: readonly string[], { pairs, precision, recall, false_alarms }: Measure): string {
  const alarms = false_alarms === null ? '–' : `${(false_alarms * 100).toFixed(1)} %`;
  return `| ${[...names, pairs, renderShare(precision), renderShare(recall), alarms].join(' | ')} |`;
}

function renderShare(share: number | null): string {
  return share === null ? '–' : share.toFixed(3);
}
