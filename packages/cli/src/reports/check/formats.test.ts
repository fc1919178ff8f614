import type { CheckReport, Finding, ScorerResult } from '@assay/schema';
import { gradeFindings } from '@assay/scoring';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PLAIN } from '../../terminal/style.ts';
import { formatGithub } from './github.ts';
import { formatJson } from './json.ts';
import { formatJunit } from './junit.ts';
import { formatSarif } from './sarif.ts';
import { drawCheck } from './text.ts';

const VERSION = { version: '1.2.3' };
const BIDI = '\u202e';
const HOSTILE = `a\n::error::b%0A,c:d"'<&>]]>\u001b[2J${BIDI}\ufffe\ud800 [click](https://evil.example)`;

// the used part of the SARIF 2.1.0 schema: required and known fields
const Text = z.strictObject({ text: z.string().min(1) });
const Level = z.enum(['none', 'note', 'warning', 'error']);
const Rule = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  shortDescription: Text,
  fullDescription: Text.optional(),
  defaultConfiguration: z.strictObject({ level: Level }),
  properties: z.record(z.string(), z.unknown()),
});
const Location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({
      uri: z.string().regex(/^(?!\/)[A-Za-z0-9\-._~!$&'()*+,;=@/%]+$/),
      uriBaseId: z.string(),
    }),
    region: z.strictObject({ startLine: z.int().min(1) }).optional(),
  }),
});
const Result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: Level,
  message: Text,
  locations: z.array(Location).min(1),
  properties: z.strictObject({ grade: z.enum(['blocks', 'review', 'note']) }),
  partialFingerprints: z.record(z.string(), z.string()),
});
const Invocation = z.strictObject({
  executionSuccessful: z.boolean(),
  toolExecutionNotifications: z.array(z.strictObject({ level: Level, message: Text })),
});
const SarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({ name: z.string(), semanticVersion: z.string(), rules: z.array(Rule) }),
      }),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      invocations: z.array(Invocation),
      results: z.array(Result),
    }),
  ),
});

const common = { name: 'skips', type: 'no_new_skips', reason: 'because', findings_omitted: 0, duration_ms: 5 } as const;
const failing = (findings: Finding[], fields: Partial<ScorerResult> = {}) =>
  ({ ...common, required: true, verdict: 'FAIL', score: 0, findings, ...fields }) as ScorerResult;

const report = (results: ScorerResult[], fields: Partial<CheckReport> = {}): CheckReport => ({
  overall: 'FAIL',
  mean_score: 0.5,
  mean_required: 0.5,
  scored: '1 of 1',
  ...gradeFindings(results),
  base: 'main',
  head: 'work',
  changed_files: 2,
  warnings: [],
  ...fields,
});

const MIXED = report([
  failing([
    { path: 'tests/a.py', line: 3, message: 'newly skipped', before: 'def test_a', after: '@skip' },
    { path: 'b.py', message: 'looks odd', severity: 'review' },
  ]),
  failing([{ path: 'c.py', line: 1, message: 'silenced' }], {
    type: 'no_new_suppressions',
    name: 'hush',
    required: false,
  }),
  { ...common, name: 'passes', type: 'early_exits', required: false, verdict: 'PASS', score: 1, findings: [] },
  { ...common, name: 'nothing', type: 'forbid_secrets', required: true, verdict: 'N/A', score: null, findings: [] },
  {
    ...common,
    name: 'broke',
    type: 'file_exists',
    required: true,
    verdict: 'ERROR',
    score: null,
    code: 'scorer_crashed',
    findings: [],
  },
  failing([], { type: 'max_files_changed', name: 'no place', reason: '9 files' }),
]);

const ATTACK = report(
  [failing([{ path: HOSTILE, line: 2, message: HOSTILE, before: HOSTILE }], { name: HOSTILE, reason: HOSTILE })],
  {
    base: HOSTILE,
    head: HOSTILE,
    warnings: [HOSTILE],
  },
);

test('text shows the verdicts, then each finding with the code before and after', () => {
  const text = drawCheck(MIXED, PLAIN);
  expect(text).toContain('FAIL     required  skips');
  expect(text).toContain('FAIL     advisory  hush');
  expect(text).toContain(
    '  blocks  tests/a.py:3  newly skipped (skips)\n          before  def test_a\n          after   @skip\n',
  );
  expect(text).toContain('  review  b.py  looks odd (skips)');
  expect(text).toContain('  review  c.py:1  silenced (hush)');
  expect(text).toMatch(/\nFAIL, 3 blocks, 2 review, 0 note, mean score 0.50 over 1 of 1\n$/);
});

test('text shows ten findings, the most serious first, and counts the rest', () => {
  const many = Array.from({ length: 12 }, (_, line) => ({
    path: 'a.py',
    line: line + 1,
    message: 'odd',
    severity: 'review' as const,
  }));
  const text = drawCheck(report([failing([...many, { path: 'z.py', message: 'gone' }])]), PLAIN);
  expect(text).toContain('findings\n  blocks  z.py  gone (skips)\n  review  a.py:1  odd (skips)');
  expect(text).toContain('\n  and 3 more: 0 blocks, 3 review, 0 note; --format json lists all\n');
});

test('text is one line if there are no findings', () => {
  const results = MIXED.results.filter(({ verdict }) => verdict === 'PASS' || verdict === 'N/A');
  expect(drawCheck(report(results, { overall: 'PASS' }), PLAIN)).toBe(
    'PASS  no findings from 2 scorers  main → work, 2 changed files\n',
  );
});

test('text shows allowed findings with their reason', () => {
  const result = {
    ...failing([]),
    verdict: 'PASS',
    score: 1,
    findings_allowed: [{ path: 'a', message: 'gone', reason: 'moved' }],
  };
  expect(drawCheck(report([result as ScorerResult]), PLAIN)).toContain('allowed\n  ✓ a  gone (moved)');
});

test('github reports what blocks as errors, what is for review as warnings, and notes as notices', () => {
  expect(formatGithub(MIXED, VERSION).split('\n')).toEqual([
    '::error file=tests/a.py,line=3,title=assay blocks%3A skips::newly skipped; before: def test_a; after: @skip',
    '::warning file=b.py,title=assay review%3A skips::looks odd',
    '::warning file=c.py,line=1,title=assay review%3A hush::silenced',
    '::error title=assay blocks%3A broke::because',
    '::error title=assay blocks%3A no place::9 files',
    'assay check: FAIL, 3 blocks, 2 review, 0 note, 6 scorers on 2 changed files',
    '',
  ]);
});

test('github writes one command per line for any text', () => {
  const [command = '', ...rest] = formatGithub(ATTACK, VERSION).split('\n');
  const [, properties = '', message = ''] = /^::error ([^:]*)::(.*)$/.exec(command) ?? [];
  expect(properties.split(',').map((property) => property.split('=')[0])).toEqual(['file', 'line', 'title']);
  expect(message).toContain('%250A');
  expect(rest.filter((line) => line.startsWith('::'))).toEqual([]);
});

test('junit has one case per scorer; only required scorers fail', () => {
  const xml = formatJunit(MIXED, VERSION);
  expect(xml).toContain('<testsuites name="assay check" tests="6" failures="2" errors="1" skipped="2"');
  expect(xml).toContain('<testcase name="passes" classname="assay.early_exits" time="0.005"/>');
  expect(xml).toContain(
    '<failure message="FAIL: because" type="no_new_skips">blocks: tests/a.py:3 newly skipped; before: def test_a',
  );
  expect(xml).toContain('<skipped message="advisory FAIL: because"/>');
  expect(xml).toContain('<error message="ERROR: because" type="file_exists">');
});

test('junit stays well-formed for any text', () => {
  for (const xml of [formatJunit(ATTACK, VERSION), formatJunit(MIXED, VERSION)]) expect(readTags(xml)).toEqual([]);
  expect(formatJunit(ATTACK, VERSION)).toContain('&lt;&amp;&gt;]]&gt;');
});

// throws unless tags are balanced and the text contains no stray <, > or & and no invalid character
function readTags(xml: string): string[] {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
    .replaceAll(
      /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
      (_, end: string, name: string, __: string, empty: string) => {
        if (end === '/') expect(open.pop()).toBe(name);
        else if (empty === '') open.push(name);
        return '';
      },
    );
  expect(rest).not.toMatch(/[<>]/);
  expect(xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u);
  return open;
}

test('sarif has one rule per scorer and one result per finding with its location', () => {
  const log = JSON.parse(formatSarif(MIXED, VERSION));
  checkLog(log);
  const [run] = log.runs;
  expect(run.tool.driver).toMatchObject({ name: 'assay', semanticVersion: '1.2.3' });
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'no_new_skips',
    'no_new_suppressions',
    'early_exits',
    'forbid_secrets',
    'file_exists',
    'max_files_changed',
  ]);
  expect(run.results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level])).toEqual([
    ['no_new_skips', 'error'],
    ['no_new_skips', 'warning'],
    ['no_new_suppressions', 'warning'],
    ['max_files_changed', 'error'],
  ]);
  expect(run.results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'tests/a.py', uriBaseId: '%SRCROOT%' },
    region: { startLine: 3 },
  });
  expect(run.invocations[0].executionSuccessful).toBe(false);
  expect(run.invocations[0].toolExecutionNotifications[0].message.text).toBe('broke: because');
});

test('sarif gives two scorers of one type different ids, and escapes text', () => {
  const twice = report([failing([{ path: 'a b/ü:%.py', message: 'x' }]), failing([], { name: 'again' })]);
  const { runs } = JSON.parse(formatSarif(twice, VERSION));
  expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    'no_new_skips/skips',
    'no_new_skips/again',
  ]);
  expect(runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('a%20b/%C3%BC%3A%25.py');
  const log = JSON.parse(formatSarif(ATTACK, VERSION));
  checkLog(log);
  expect(JSON.stringify(log)).not.toMatch(/[\p{Cc}\p{Cf}]|[^\\]\]\(https/u);
});

function checkLog(log: unknown): void {
  const { runs } = SarifLog.parse(log);
  for (const { tool, results } of runs) {
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
  }
}

test('json is exactly the report', () => {
  expect(JSON.parse(formatJson(MIXED, VERSION))).toEqual(MIXED);
});
