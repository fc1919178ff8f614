import { readFileSync } from 'node:fs';
import { AxisResult, Reputation, Scorecard, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { drawAxis, drawReputation, drawScorecard, drawVerdict } from '../packages/cli/src/reports/score-card.ts';
import { COLOUR, PLAIN, type Style } from '../packages/cli/src/terminal/style.ts';

/** What `npm start` shows: the bundled evidence, scored. */
export function drawExamples(style: Style): string {
  const run = readExample('run');
  const agent = readExample('agent');
  const comparison = readExample('comparison');
  return [
    drawScorecard(Scorecard.parse(score('scorecard', run['scorecard'])), style),
    drawAxis(AxisResult.parse(score('axis', run['axis'])), style),
    drawVerdict(Verdict.parse(score('verdict', comparison)), style),
    drawReputation(Reputation.parse(score('reputation', agent)), style),
  ].join('\n');
}

function readExample(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../examples/scores/${name}.json`, import.meta.url), 'utf8'));
}

if (import.meta.main) {
  const colourful = process.stdout.isTTY && process.env['NO_COLOR'] === undefined && process.env['CI'] === undefined;
  process.stdout.write(`The evidence in examples/scores, scored\n\n${drawExamples(colourful ? COLOUR : PLAIN)}
Score your own:  npx assay score scorecard --example | npx assay score scorecard
All formulas:    npx assay score --help\n`);
}
