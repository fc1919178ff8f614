import { onOneLine } from '../terminal/format.ts';

export type TestOutcome = 'passed' | 'failure' | 'error' | 'skipped';

/** A test case of JUnit XML. */
export interface TestCase {
  readonly name: string;
  readonly classname: string;
  /** Type of a failure or error. */
  readonly type: string;
  readonly duration_ms: number;
  readonly outcome: TestOutcome;
  /** The reason; not written for a passed case. */
  readonly message: string;
  readonly details: readonly string[];
}

interface Suite {
  readonly program: string;
  readonly name: string;
  readonly cases: readonly TestCase[];
  readonly warnings: readonly string[];
}

/** A JUnit XML document with one suite; well-formed for any text. */
export function formatSuite({ program, name, cases, warnings }: Suite): string {
  const count = (wanted: TestOutcome) => cases.filter(({ outcome }) => outcome === wanted).length;
  const totals = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const time_s = cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(program)}" ${totals} time="${time_s}">`,
    `  <testsuite name="${escapeXml(name)}" ${totals} time="${time_s}">`,
    ...cases.flatMap(formatCase),
    ...(warnings.length === 0 ? [] : [`    <system-err>${warnings.map(escapeXml).join('\n')}</system-err>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function formatCase({ name, classname, type, duration_ms, outcome, message, details: told }: TestCase): string[] {
  const open = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(classname)}" time="${duration_ms / 1000}"`;
  const details = told.map(escapeXml).join('\n');
  if (outcome === 'passed' && details === '') return [`${open}/>`];
  const about = `message="${escapeXml(message)}"`;
  const inside = {
    passed: [`      <system-out>${details}</system-out>`],
    failure: [`      <failure ${about} type="${escapeXml(type)}">${details}</failure>`],
    error: [`      <error ${about} type="${escapeXml(type)}">${details}</error>`],
    skipped: [`      <skipped ${about}/>`, ...(details === '' ? [] : [`      <system-out>${details}</system-out>`])],
  };
  return [`${open}>`, ...inside[outcome], '    </testcase>'];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// XML allows neither lone surrogates nor U+FFFE and U+FFFF
const escapeXml = (text: string): string =>
  onOneLine(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
