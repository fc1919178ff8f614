import { type Comparison, parse, Comparison as Schema } from '@assay/schema';
import type { ComparisonPreview } from '@assay/schema/api';
import { composeHeadline } from '@assay/scoring';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { writeComparisonJson, writeMatrixJson } from '../../../cli/src/reports/comparison/json.ts';
import { writeComparisonJunit } from '../../../cli/src/reports/comparison/junit.ts';
import { writeComparisonMarkdown } from '../../../cli/src/reports/comparison/markdown.ts';
import { drawComparison } from '../../../cli/src/reports/comparison/text.ts';
import { drawMatrix } from '../../../cli/src/reports/matrix.ts';
import { PLAIN } from '../../../cli/src/terminal/style.ts';
import { compareMeasured, measuredRuns } from '../../../harness/test/measured-run.ts';
import { PairVerdict } from '../dashboard/pages/compare/pair-verdict.tsx';
import { SharedContext } from '../dashboard/parts/sharing/shared.tsx';
import { VerdictBanner } from './cards/comparison/verdict-banner.tsx';

/* The same runs, shown by every output. */

interface Made {
  readonly baseline: ReturnType<typeof measuredRuns>;
  readonly candidate: ReturnType<typeof measuredRuns>;
}

const compare = ({ baseline, candidate }: Made): Comparison =>
  parse(Schema, { ...compareMeasured(baseline, candidate), ...{ baseline: side('old'), candidate: side('new') } });

const side = (label: string) => ({ label, agents: ['bot'], configuration: null });

const passes = (scenarios: readonly string[], repeats: number) => measuredRuns(scenarios, repeats, { passed: 5 });
const fails = (scenarios: readonly string[], repeats: number) =>
  measuredRuns(scenarios, repeats, { passed: 0 }).map((run) => ({ ...run, passed: false }));
/** Tasks that pass in every second run, differently on each side, so that the mean says nothing. */
const noisy = (repeats: number, side: number) =>
  ['n1', 'n2', 'n3', 'n4'].flatMap((scenario) =>
    Array.from({ length: repeats }, (_, i) =>
      measuredRuns([scenario], 1, { passed: (i + side) % 2 === 0 ? 5 : 0 }),
    ).flat(),
  );

const CASES: Readonly<Record<string, Made & { readonly says: string }>> = {
  'a task lost in five of five runs, among noise': {
    baseline: [...passes(['lost'], 5), ...noisy(5, 1)],
    candidate: [...fails(['lost'], 5), ...noisy(5, 0)],
    says: 'Likely loss of lost',
  },
  'one task, lost in five of five runs': {
    baseline: passes(['lost'], 5),
    candidate: fails(['lost'], 5),
    says: 'new is worse than old',
  },
  'a task lost in two of two runs': {
    baseline: passes(['lost', 'kept', 'other'], 2),
    candidate: [...fails(['lost'], 2), ...passes(['kept', 'other'], 2)],
    says: "Can't tell: new may be worse on lost",
  },
  'one passing run against one failing run': {
    baseline: fails(['only'], 1),
    candidate: passes(['only'], 1),
    says: "Can't tell yet: 6 more runs, $0.60",
  },
  'better on every task': {
    baseline: fails(['a', 'b', 'c', 'd'], 4),
    candidate: passes(['a', 'b', 'c', 'd'], 4),
    says: 'new is better than old',
  },
  equal: {
    baseline: passes(['a', 'b'], 5),
    candidate: passes(['a', 'b'], 5),
    says: 'No difference of 5 points or more',
  },
};

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Every output of a comparison, as plain text. */
function listOutputs(comparison: Comparison): Record<string, string> {
  const preview: ComparisonPreview = { ...comparison, excluded_scenarios: [], partial: false };
  const props = { workspace_id: '', picked: ['old', 'new'], preview: { data: preview } as never, swap: () => {} };
  return {
    text: drawComparison(comparison, PLAIN, 200),
    matrix: drawMatrix([comparison], PLAIN),
    markdown: writeComparisonMarkdown(comparison).replaceAll('`', ''),
    junit: textOf(writeComparisonJunit(comparison)),
    json: JSON.parse(writeComparisonJson(comparison)).headline.text,
    'json of the matrix': JSON.parse(writeMatrixJson([comparison])).comparisons[0].headline.text,
    'report and page of a comparison': textOf(renderToStaticMarkup(h(VerdictBanner, { comparison }))),
    'preview on the compare page': textOf(
      renderToStaticMarkup(h(SharedContext.Provider, { value: true }, h(PairVerdict, props))),
    ),
  };
}

for (const [name, { says, ...made }] of Object.entries(CASES))
  test(`every output gives the same answer: ${name}`, () => {
    const comparison = compare(made);
    const outputs = listOutputs(comparison);
    expect(composeHeadline(comparison).text).toBe(says);
    for (const [output, text] of Object.entries(outputs)) expect(text, output).toContain(says);
    // a loss stands in every output that lists losses, not only in the answer
    if (made.candidate.some(({ scenario }) => scenario === 'lost'))
      for (const output of [
        'text',
        'matrix',
        'markdown',
        'junit',
        'report and page of a comparison',
        'preview on the compare page',
      ])
        expect(outputs[output], output).toMatch(/(Lost task|Likely loss|Suspected loss).*lost/);
  });

test('one run against one run is never an improvement that can be promoted', () => {
  const single = CASES['one passing run against one failing run'] as Made;
  const comparison = compare(single);
  expect(comparison.verdict).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true });
  expect(composeHeadline(comparison).tone).toBe('muted');
  for (const [output, text] of Object.entries(listOutputs(comparison))) {
    expect(text, output).not.toMatch(/improved|is better/);
    expect(text, output).not.toMatch(/(^|[^t] )can be promoted/i);
  }
});

test('single runs of many tasks can show a gain, but not promote it', () => {
  const tasks = Array.from({ length: 8 }, (_, i) => `t${i}`);
  const comparison = { ...compare({ baseline: fails(tasks, 1), candidate: passes(tasks, 1) }), seed: 'x' };
  expect(comparison.verdict.verdict).toBe('improved');
  for (const output of ['text', 'markdown', 'junit', 'report and page of a comparison'])
    expect(listOutputs(comparison)[output], output).toMatch(
      /cannot be promoted: t0 has fewer than two runs on a side/i,
    );
});
