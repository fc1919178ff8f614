import { readFileSync } from 'node:fs';
import { AxisResult, Reputation, Scorecard, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { drawAxis, drawReputation, drawScorecard, drawVerdict } from '../packages/cli/src/reports/score-card.ts';
import type { Style } from '../packages/cli/src/terminal/style.ts';

/** Scores the evidence in `examples/scores`. */
export function drawScores(style: Style): string {
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
