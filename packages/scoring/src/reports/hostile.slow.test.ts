import { ReportFormat } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCoverage } from '../coverage-readers/index.ts';
import { readReport } from './index.ts';

const MEGABYTE = 1024 * 1024;
const SUMMARY = ['tests 1', 'pass 1', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 1']
  .map((line) => `ℹ ${line}\n`)
  .join('');
// each indented deeper than the previous, and as long as a line can be
const deepen = (mark: string): string =>
  Array.from({ length: 64 }, (_, indent) => `${' '.repeat(indent)}${mark}${'t'.repeat(4000)}\n`).join('');

const readAll = (text: string): void => {
  readReport(text);
  readCoverage(text);
  for (const format of ReportFormat.options) readReport(text, { format });
};

test.each([
  ['one line without end', 'x'.repeat(8 * MEGABYTE)],
  ['empty lines', '\n'.repeat(MEGABYTE)],
  ['colors that never end', '\u001b['.repeat(2 * MEGABYTE)],
  ['spaces', ' '.repeat(4 * MEGABYTE)],
  ['digits of a summary', `${'1 passed, '.repeat(400_000)} in 1s`],
  ['lines of a summary', '=== 1 passed in 0.1s ===\n'.repeat(200_000)],
  ['nested XML', '<testsuite>'.repeat(400_000)],
  ['documents', '<testsuite/>'.repeat(400_000)],
  ['attributes without end', `<testsuite ${'a="b" '.repeat(400_000)}`],
  ['a quote that is never closed', `<testsuite name="${'y'.repeat(4 * MEGABYTE)}`],
  ['its own entities', `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}">]><testsuite><testcase name="&a;"/></testsuite>`],
  ['brackets', '['.repeat(4 * MEGABYTE)],
  ['nested JSON', `{"numTotalTests":1,"testResults":${'['.repeat(MEGABYTE)}`],
  ['JSON that is almost a report', '{"numTotalTests":1,"testResults":[}\n'.repeat(20_000)],
  ['events of Go', '{"Action":"fail","Package":"p"}\n'.repeat(100_000)],
  ['slashes of Go', `--- FAIL: ${'a/'.repeat(2000)} (0.00s)\n`.repeat(1000)],
  ['subtests of TAP', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}ok 1 - t`).join('\n')],
  ['blocks of TAP', `${'ok 1 - a {\n'.repeat(100_000)}${'    ok 1 - a\n'.repeat(100_000)}`],
  ['titles of TAP', `${deepen('# Subtest: ')}${`${' '.repeat(65)}ok 1\n`.repeat(50_000)}`],
  ['titles of node', `${deepen('▶ ')}${`${' '.repeat(65)}✔ a\n`.repeat(50_000)}${SUMMARY}`],
  ['verdicts of pytest', `a::b${' PASSED (('.repeat(400)}\n`.repeat(1000)],
  ['subtests of pytest', `SUBFAILED${'[] '.repeat(1300)}\n${'(n) SUBFAIL '.repeat(340)}::\n`.repeat(1000)],
  [
    'reasons of pytest',
    `FAILED a::b[${'] '.repeat(2000)}\n_____ ERROR at teardown of ${'_ '.repeat(2000)}\n`.repeat(1000),
  ],
  ['subtests of unittest', `  a (b) (${' ... '.repeat(800)}\n`.repeat(1000)],
  ['dots of cargo', `test ${' ... '.repeat(800)}\n`.repeat(1000)],
  ['titles of mocha', `${deepen('')}${`${' '.repeat(65)}✔ a\n`.repeat(50_000)}\n  1 passing (1ms)\n`],
  ['failures of mocha', `\n  1 passing (1ms)\n${'  1) a\n       b\n         c:\n'.repeat(50_000)}`],
  ['groups of RSpec', `${deepen('')}${`${' '.repeat(65)}a\n`.repeat(50_000)} 1 example, `],
  ['dots of CTest', `Test project /\n${`1/1 Test #1: a${' ...'.repeat(1000)}***\n`.repeat(1000)}`],
  ['dots of Deno', ` passed\n${`${'a ... '.repeat(600)}\n`.repeat(1000)}`],
  ['arrows of Gradle', `BUILD FAILED in 1s\n${`a${' > '.repeat(1300)}\n`.repeat(1000)}`],
  ['arrows of Playwright', `Running 1 test using 1 worker\n${`  ✓  1 a${' › '.repeat(1300)} (\n`.repeat(1000)}`],
  [
    'rules of Playwright',
    `Running 1 test using 1 worker\n  1 failed\n${`    a › ${' ─'.repeat(1900)}x\n`.repeat(1000)}`,
  ],
  ['progress of Bats', ` tests, \n${`   ${'1/1'.repeat(1300)}\n`.repeat(1000)}`],
  ['names of Minitest', ` assertions, \n  1) Error:\n${`${'a#b = 0.0 s = '.repeat(280)}:\n`.repeat(1000)}`],
  ['parts of PHPUnit', `PHPUnit 9\n${`Tests: 1, Assertions: 1${', Errors: 1'.repeat(350)}\n`.repeat(1000)}`],
  ['names of Surefire', `Tests run: \n${`[ERROR] ${'a -- '.repeat(800)}\n`.repeat(1000)}`],
  ['names of .NET', `Failed: \n${`  Failed ${'a [1 ms '.repeat(500)}\n`.repeat(1000)}`],
  ['names of ExUnit', `1 test, \n${`${'  * a (1ms'.repeat(400)}\n`.repeat(1000)}`],
  ['remarks of RSpec', ` examples, \n${`  a${' (PENDING: '.repeat(360)})\n`.repeat(1000)}`],
  ['ends of RSpec', ` examples, \n${`Finished in ${' (files took '.repeat(300)}\n`.repeat(1000)}`],
  ['spaces of Surefire', `Tests run: \n${`[ERROR] a${' '.repeat(4000)}Time\n`.repeat(1000)}`],
  ['steps of Deno', ` passed\n${`a${' ... ok (b'.repeat(400)}\n`.repeat(1000)}`],
  ['returns of mocha', ` passing\n${`  ${'\r  ✔ a: '.repeat(400)}\n`.repeat(1000)}`],
  ['plans of TAP', '1..2\nok 1\n'.repeat(100_000)],
  ['marks of node', `${' '.repeat(2000)}▶ a\n`.repeat(1000)],
])('%s are read in bounded time without throwing', { timeout: 60_000 }, (_, text) => {
  readAll(text);
});

test('rejects declarations and their entities', () => {
  const bomb = '<testsuites><!DOCTYPE x [<!ENTITY a "ha">]><testcase name="&a;"/></testsuites>';
  expect(readReport(bomb, { format: 'junit' })).toBeNull();
  const left = readReport('<testsuite><testcase name="&a;&lt;&#65;&#x42;&#x110000;"/></testsuite>');
  expect(left?.tests).toEqual([{ name: '&a;<AB&#x110000;', outcome: 'passed' }]);
});

test.each([
  ['<testsuite><testcase name="a"/>', 'it is cut short'],
  ['<testsuite><testcase name="a"></testsuite></testcase>', 'its tags cross'],
  ['<testsuite><testcase name="a"/><!-- </testsuite>', 'a comment hides its end'],
  ['<testsuite/><testsuite><testcase', 'the second is cut short'],
])('%s is unreadable: %s', (text) => {
  expect(readReport(text, { format: 'junit' })).toBeNull();
});

test('output of a test is not part of the report', () => {
  const text = `<testsuite><testcase name="a"><system-out><![CDATA[</testcase><testcase name="forged"/>]]></system-out>
    <failure/></testcase></testsuite>`;
  expect(readReport(text)).toMatchObject({ passed: 0, failed: 1, tests: [{ name: 'a', outcome: 'failed' }] });
});

test('announced tests that never ran are errors, however many', () => {
  expect(readReport('TAP version 13\n1..999999999\nok 1 - a\n')).toMatchObject({ passed: 1, errored: 1 });
});

test('caps absurd numbers', () => {
  const text = '===== 999999999 passed in 0.1s =====\n'.repeat(5);
  expect(readReport(text)).toMatchObject({ passed: 1_000_000_000 });
  expect(readReport('===== 99999999999999999999 passed in 0.1s =====\n')).toBeNull();
});

test('any output gives a report or none', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'TAP version 13\n',
      'ok 1 - a # SKIP\n',
      'not ok 2\n  ---\n',
      '<testsuite>',
      '<testcase name="a">',
      '</testcase>',
      '</testsuite>',
      '{"numTotalTests":1,"testResults":[null,{"assertionResults":[3]}]}\n',
      '{"results":{"summary":{"tests":1},"tests":[{}]}}\n',
      '{"Action":"pass","Package":"p","Test":"T"}\n',
      'Tests:       1 failed, 1 total\n',
      '      Tests  1 failed (1)\n',
      'Ran 1 test in 0.1s\n\nOK\n',
      '\n  1 passing (1ms)\n  1 failing\n\n  1) a:\n',
      '{"stats":{"passes":1,"failures":0,"pending":0},"passes":[null],"failures":[3]}\n',
      '{"examples":[{},null],"summary":{"example_count":1},"summary_line":""}\n',
      'Finished in 1 second (files took 1 second to load)\n1 example, 0 failures\n',
      'Running 1 test using 1 worker\n  1 passed (1s)\n',
      'Test run summary: Passed!\n  total: 1\n  skipped: 0\n',
      '1..1\n',
      'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n',
    ),
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => readAll(pieces.join(''))));
});
