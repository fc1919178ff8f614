import type { CheckReport, ScorerResult } from '@assay/schema';
import { onOneLine } from '../../terminal/format.ts';
import { type CheckFormat, explain } from './report.ts';

/** JUnit XML: a test case for each scorer. One that is only advisory is never a failure there. */
export const formatJunit: CheckFormat = (report) => {
  const { results } = report;
  const count = (name: Outcome) => results.filter((result) => outcomeOf(result) === name).length;
  const totals = `tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const time_s = results.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="assay check" ${totals} time="${time_s}">`,
    `  <testsuite name="${escapeXml(`${report.base} to ${report.head}`)}" ${totals} time="${time_s}">`,
    ...results.flatMap(formatCase),
    ...formatWarnings(report),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

function outcomeOf({ verdict, required }: ScorerResult): Outcome {
  switch (verdict) {
    case 'PASS':
      return 'passed';
    case 'FAIL':
      return required ? 'failure' : 'skipped';
    case 'N/A':
      return 'skipped';
    case 'ERROR':
      return required ? 'error' : 'skipped';
  }
}

function formatCase(result: ScorerResult): string[] {
  const { name, type, verdict, required, reason, duration_ms } = result;
  const open = `    <testcase name="${escapeXml(name)}" classname="assay.${type}" time="${duration_ms / 1000}"`;
  const outcome = outcomeOf(result);
  const details = listFindings(result);
  if (outcome === 'passed' && details === '') return [`${open}/>`];
  const about = `message="${escapeXml(`${required ? '' : 'advisory '}${verdict}: ${reason}`)}"`;
  const inside = {
    passed: [`      <system-out>${details}</system-out>`],
    failure: [`      <failure ${about} type="${type}">${details}</failure>`],
    error: [`      <error ${about} type="${type}">${details}</error>`],
    skipped: [`      <skipped ${about}/>`, ...(details === '' ? [] : [`      <system-out>${details}</system-out>`])],
  };
  return [`${open}>`, ...inside[outcome], '    </testcase>'];
}

const listFindings = ({ findings, findings_omitted }: ScorerResult): string =>
  [
    ...findings.map((finding) => {
      const line = finding.line === undefined ? '' : `:${finding.line}`;
      return escapeXml(`${finding.path}${line} ${explain(finding)}`);
    }),
    ...(findings_omitted > 0 ? [`and ${findings_omitted} more`] : []),
  ].join('\n');

const formatWarnings = ({ warnings }: CheckReport): string[] =>
  warnings.length === 0 ? [] : [`    <system-err>${warnings.map(escapeXml).join('\n')}</system-err>`];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// half a surrogate pair and two other characters have no place in XML at all
const escapeXml = (text: string): string =>
  onOneLine(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
