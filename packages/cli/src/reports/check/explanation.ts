import type { Explanation } from '@assay/detect';
import { onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';

type ExplainedTest = Explanation['tests'][number];
type Worth = ExplainedTest['assertions'][number];

/** What the assertions of tests are worth, before and after a change. */
export function drawExplanation({ tests, losses }: Explanation, style: Style): string {
  const lost = losses.map(
    ({ grade, aspect, path, line, message }) =>
      `  ${grade}  ${aspect}  ${onOneLine(path)}:${line}  ${onOneLine(message)}`,
  );
  return [
    ...tests.flatMap((test) => drawTest(test, style)),
    style.bold('lost by the change'),
    ...(lost.length === 0 ? ['  nothing'] : lost),
    '',
  ].join('\n');
}

function drawTest({ side, path, line, name, markers, assertions }: ExplainedTest, style: Style): string[] {
  return [
    `${style.bold(onOneLine(name))}  ${style.dim(`${side}, ${onOneLine(path)}:${line}`)}`,
    ...markers.map((marker) => `  does not run: ${onOneLine(marker)}`),
    ...(assertions.length === 0
      ? ['  no assertions in the test itself']
      : assertions.flatMap((worth) => drawWorth(worth, style))),
    '',
  ];
}

function drawWorth(worth: Worth, style: Style): string[] {
  const { assertion, swallowed, rests_on, independent } = worth;
  const facts: readonly (readonly [string, string])[] = [
    ['executed', describeReach(worth)],
    ['able to fail', swallowed === null ? 'yes' : `no: ${swallowed}`],
    ['about', rests_on.length === 0 ? assertion.subject : rests_on.map(({ text }) => text).join(' · ')],
    ['independent', independent ? 'yes' : 'no: the expectation comes from the subject'],
    ['accepts', `${assertion.strength}${assertion.tolerance === null ? '' : ` ± ${assertion.tolerance}`}`],
  ];
  return [
    `  ${assertion.line}  ${onOneLine(assertion.text)}`,
    ...facts.map(([label, fact]) => `      ${style.dim(label.padEnd(12))}  ${onOneLine(fact)}`),
  ];
}

function describeReach({ guards, after_expected }: Worth): string {
  if (after_expected !== null) return `no: ${after_expected} is expected to fail before it`;
  const deciding = guards.filter(({ kind }) => kind !== 'neutral');
  return deciding.length === 0 ? 'always' : deciding.map(({ kind, text }) => `${kind}: ${text}`).join(' · ');
}
