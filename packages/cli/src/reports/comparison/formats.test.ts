import type { Comparison } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPROVED, type MadeTask, makeComparison, REGRESSED, UNDERPOWERED } from '../../../test/made-comparison.ts';
import { widthOnScreen } from '../../terminal/fit.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { writeComparisonJson } from './json.ts';
import { writeComparisonJunit } from './junit.ts';
import { writeComparisonMarkdown } from './markdown.ts';
import { drawComparison } from './text.ts';

const HOSTILE =
  'a|b\\|c`d``e @octocat <img src=x onerror=alert(1)> [click](https://evil.example) www.evil.example #12 **bold**\n| x |\n::error::y\u001b[2J\u202e\ufffe\ud800';

const named = (tasks: readonly MadeTask[], task_id: string): MadeTask[] => tasks.map((task) => ({ ...task, task_id }));

const hostile = (text: string): Comparison =>
  makeComparison(
    named(REGRESSED.slice(0, 1), text).map((task) => ({ ...task, candidate: { composites: [] } })),
    {
      baseline: { label: text, agents: [text], configuration: null },
      candidate: { label: text, agents: [text], configuration: null },
      differences: [{ path: text, change: 'mode' }],
      left_out: [{ run_id: text, side: 'candidate', task_id: text, reason: text }],
      seed: text,
    },
  );

const wordsOf = (line: string | undefined): string[] | undefined => line?.split(/ {2,}/);
const lineWith = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

test('shows the gain with its interval, and each task with both sides', () => {
  const text = drawComparison(makeComparison(IMPROVED), PLAIN);
  expect(text).toContain('main → shorter-claude-md, with claude');
  expect(text).toContain('Verdict improved: +0.210, 95 % between +0.195 and +0.225; can be promoted');
  expect(wordsOf(lineWith(text, 'fix-race'))).toEqual([
    'fix-race',
    '0.50 (0.48–0.52)',
    '0.71 (0.70–0.72)',
    '+0.21 (too few runs to tell)',
    '15/15 → 15/15',
    "can't tell",
  ]);
  expect(text).toContain('modified  CLAUDE.md');
  expect(text).toContain('a run costs $0.0210 → $0.0250 and takes 41.0 s → 38.0 s');
  expect(text).not.toContain('What got worse');
});

test('shows lost tasks and regressions first, with reasons and p-values', () => {
  const text = drawComparison(makeComparison(REGRESSED), PLAIN);
  const tasks = ['fix-race', 'rename-flag', 'add-validation'].map((name) => text.indexOf(`\n${name}`));
  expect(tasks).toEqual(tasks.toSorted((a, b) => a - b));
  expect(lineWith(text, 'rename-flag')).toContain('worse (proven)');
  expect(text).toContain('proven     rename-flag: the candidate did not produce this task');
  expect(text).toContain('proven     over all tasks: fewer checks pass over all tasks (p = 0.004, threshold 0.0125)');
  expect(text).toContain(
    'likely     fix-race: the baseline passed in 5 of 5 runs, the candidate in 0 of 5 (p = 0.016, threshold 0.0125)',
  );
  expect(text).toContain('cannot be promoted');
});

/** One task of four is lost in both of its runs. */
const LOST: readonly MadeTask[] = ['fix-race', 'add-validation', 'rename-flag', 'trim-log'].map((task_id) => ({
  task_id,
  baseline: { composites: [0.9, 0.91] },
  candidate: task_id === 'trim-log' ? { composites: [0.4, 0.41], passed: [1, 1] } : { composites: [0.93, 0.94] },
}));
const SECOND = {
  tasks: [],
  ended: 'not_made' as const,
  reason: 'the second stage is turned off: 5 fresh runs on each side of trim-log would settle it',
  commands: ['assay compare trim-log --baseline main --candidate HEAD --agent claude --repeat 5'],
};

test('shows a suspected loss first in every format, with what would settle it', () => {
  const comparison = makeComparison(LOST, { confirmation: SECOND });
  const loss = 'the baseline passed in 2 of 2 runs, the candidate in 0 of 2';
  const text = drawComparison(comparison, PLAIN);
  expect(text).toMatch(new RegExp(`^Suspected loss  trim-log: ${loss}; not proven\n`));
  expect(text).toContain('5 fresh runs on each side of trim-log would settle it');
  expect(text).toContain(`  ${SECOND.commands[0]}`);
  expect(text.indexOf('\ntrim-log ')).toBeLessThan(text.indexOf('\nfix-race '));
  const markdown = writeComparisonMarkdown(comparison);
  expect(markdown).toMatch(new RegExp(`^- \\*\\*Suspected loss\\*\\* .trim-log.: .*${loss}`));
  expect(markdown).toContain("### 🟠 `Can't tell: shorter-claude-md may be worse on trim-log`");
  expect(markdown).not.toContain('More runs');
  expect(writeComparisonJunit(comparison)).toContain(`Suspected loss: trim-log: ${loss}`);
  expect(comparison.verdict.regressions[0]).toMatchObject({ task_id: 'trim-log', kind: 'task_lost' });
  expect(comparison.verdict.underpowered).toBe(true);
});

test('an underpowered comparison says what would settle it', () => {
  const { verdict, ...rest } = makeComparison(UNDERPOWERED, { to_settle: { runs: 44, cost_usd: 3.2 } });
  const text = drawComparison({ verdict, ...rest }, PLAIN, 200);
  expect(verdict.runs_needed).toBeGreaterThan(2);
  expect(text).toContain(
    `underpowered: too few runs to detect a relevant difference; about 44 more runs, $3.20, would settle it (${verdict.runs_needed} runs per task and side)`,
  );
  expect(text).toMatch(/^Can't tell yet: 44 more runs, \$3\.20\n/);
  expect(text).toMatch(/More runs\n {2}to see a difference of 20 points: \d+ more runs, \$\d+\.\d\d\n/);
  expect(JSON.parse(writeComparisonJson({ verdict, ...rest }))).toMatchObject({
    headline: { answer: "can't tell" },
    outcomes: rest.tasks.map(() => ({ outcome: "can't tell", note: null })),
    power: [{ difference: 0.2 }, { difference: 0.15 }, { difference: 0.1 }, { difference: 0.05 }],
  });
  expect(drawComparison({ verdict, ...rest, to_settle: null }, PLAIN, 200)).toContain('is unknown');
  expect(drawComparison({ verdict, ...rest, to_settle: { runs: 1, cost_usd: null } }, PLAIN, 200)).toContain(
    'about 1 more run, at an unknown cost',
  );
});

test('a difference that is ruled out needs no more runs, however few there are', () => {
  const spread = { composites: [0.8, 0.87, 0.77, 0.83] };
  const even = ['a', 'b', 'c', 'd'].map((task_id) => ({ task_id, baseline: spread, candidate: spread }));
  const comparison = makeComparison(even, { to_settle: { runs: 16, cost_usd: 1 } });
  expect(comparison.verdict.underpowered).toBe(true);
  const text = drawComparison(comparison, PLAIN);
  expect(text).toMatch(/^No difference of 5 points or more\n/);
  expect(text).not.toMatch(/underpowered|would settle/);
});

test('counts excluded runs by reason, and shows looks', () => {
  const run = { run_id: 'run_1', side: 'candidate', task_id: 'fix-race', reason: 'sandbox_lost' } as const;
  const looks = { taken: 2, planned: 5, settled: true, alpha: 0.01 };
  const text = drawComparison(makeComparison(IMPROVED, { left_out: [run, { ...run, run_id: 'run_2' }], looks }), PLAIN);
  expect(text).toContain('2 runs of the candidate on fix-race: sandbox_lost');
  expect(text).toContain('2 of up to 5 looks, settled');
});

test('one run per side has no interval; a comparison without tasks says so', () => {
  const single = [{ task_id: 'fix-race', baseline: { composites: [0.5] }, candidate: { composites: [0.6] } }];
  expect(wordsOf(lineWith(drawComparison(makeComparison(single), PLAIN), 'fix-race'))).toEqual([
    ...['fix-race', '0.50', '0.60', '+0.10 (too few runs to tell)', '5/5 → 5/5', "can't tell (one run)"],
  ]);
  expect(drawComparison(makeComparison([]), PLAIN)).toContain('No tasks to compare.');
});

test('no line is wider than the terminal', () => {
  const long = named(REGRESSED, 'x'.repeat(300));
  for (const comparison of [makeComparison(REGRESSED), makeComparison(long.slice(0, 1)), hostile(HOSTILE)])
    for (const width of [60, 80, 100, 140])
      for (const line of drawComparison(comparison, PLAIN, width).split('\n'))
        expect(widthOnScreen(line), line).toBeLessThanOrEqual(width);
});

test('escapes control characters in untrusted text', () => {
  const controls = (text: string) => text.replaceAll('\n', '').match(/[\p{Cc}\p{Cf}]/gu) ?? [];
  expect(controls(drawComparison(hostile(HOSTILE), PLAIN))).toEqual([]);
  expect(drawComparison(hostile(HOSTILE), COLOR)).not.toContain('\u001b[2J');
});

test('Markdown has the verdict, the table, and collapsed differences', () => {
  const text = writeComparisonMarkdown(makeComparison(REGRESSED));
  expect(text).toMatch(/^### 🔴 .*\n\n\*\*regressed\*\* −0\.095, 95 % between −0\.247 and \+0\.060$/m);
  expect(text).toContain('| `rename-flag` | 0.61 (0.60–0.62) | – | – | 25/25 → 0/0 | **worse (proven)** |');
  expect(text).toContain(
    '- **likely** `fix-race`: the baseline passed in 5 of 5 runs, the candidate in 0 of 5 (p = 0.016, threshold 0.0125)',
  );
  expect(text).toContain('<details><summary>What differs (2 files)</summary>');
  expect(text).toContain('- modified `CLAUDE.md`');
});

test.each([
  ['proven', hostile(HOSTILE)],
  ['suspected', makeComparison([...named(LOST.slice(3), HOSTILE), ...LOST.slice(0, 3)])],
])('Markdown escapes hostile text: %s', (_, comparison) => {
  const text = writeComparisonMarkdown(comparison);
  const outside = text.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
  for (const part of ['@octocat', '<img', '[click]', 'www.', '#12', '**bold**']) {
    expect(text).toContain(part);
    expect(outside).not.toContain(part);
  }
  expect(text).toContain('a|b\\|c`d``e');
});

test('every Markdown row has all cells for any name', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.array(fc.constantFrom('|', '\\', '`', ' ')),
      (text, more) => {
        const rows = writeComparisonMarkdown(hostile(`${text}${more.join('')}x`))
          .split('\n')
          .filter((line) => line.startsWith('| '));
        expect(rows).toHaveLength(3);
        for (const row of rows) {
          expect(row).not.toContain('\\\\|');
          expect(row.replaceAll('\\|', '').split('|'), row).toHaveLength(8);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a comment never exceeds the size limit', () => {
  const many = Array.from({ length: 500 }, (_, n) => ({
    ...(REGRESSED[2] as MadeTask),
    task_id: `${n}${'`|'.repeat(200)}`,
  }));
  const text = writeComparisonMarkdown(
    makeComparison(many, { differences: many.map(({ task_id }) => ({ path: task_id, change: 'added' })) }),
  );
  expect(text.length).toBeLessThan(60_000);
  expect(text).toContain('and 440 more');
});

test('JUnit has a case for the verdict and each task; proven regressions fail', () => {
  const text = writeComparisonJunit(makeComparison(REGRESSED));
  expect(text).toContain('tests="4" failures="2" errors="0" skipped="0"');
  expect(text).toContain('<failure message="regressed: −0.095, 95 % between −0.247 and +0.060" type="verdict">');
  expect(text).toContain('<failure message="the candidate did not produce this task" type="missing">');
  expect(text).toContain(
    'suspected: the baseline passed in 5 of 5 runs, the candidate in 0 of 5 (p = 0.016, threshold 0.0125)',
  );
  expect(writeComparisonJunit(makeComparison(IMPROVED))).toContain('tests="4" failures="0"');
});

test('JUnit skips tasks that cannot be compared, and stays well-formed', () => {
  const unusable = [{ task_id: 'new', baseline: { composites: [] }, candidate: { composites: [0.5, 0.6] } }];
  expect(writeComparisonJunit(makeComparison(unusable))).toContain(
    '<skipped message="the baseline does not contain this task"/>',
  );
  const text = writeComparisonJunit(hostile(HOSTILE));
  expect(text).not.toMatch(/<(?!\/?(\?xml|testsuites?|testcase|failure|skipped|system-(out|err))\b)/);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\ufffe]/u);
});
