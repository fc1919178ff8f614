import { createHash } from 'node:crypto';
import type { Finding, FindingGrade, ScorerResult } from '@assay/schema';
import { findingGrade, SCORERS } from '@assay/scoring';
import { onOneLine } from '../../terminal/format.ts';
import { type CheckFormat, explain, listRemarks } from './report.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = '%SRCROOT%';
const LEVELS = { blocks: 'error', review: 'warning', note: 'note' } as const;

/** SARIF 2.1.0: one rule per scorer, one result per finding; a scorer error is a notification. */
export const formatSarif: CheckFormat = ({ results, warnings }, { version }) => {
  const ids = nameRules(results);
  const broken = results.filter(({ verdict }) => verdict === 'ERROR');
  const run = {
    tool: {
      driver: {
        name: 'assay',
        semanticVersion: version,
        rules: results.map((result, index) => describeRule(result, ids[index] ?? '')),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: broken.length === 0,
        toolExecutionNotifications: [
          ...broken.map((result) => notify(findingGrade(result), `${result.name}: ${result.reason}`)),
          ...warnings.map((warning) => notify('note', warning)),
        ],
      },
    ],
    results: results.flatMap((result, index) =>
      result.verdict === 'ERROR'
        ? []
        : listRemarks(result).map((remark) => describeResult(remark, { result, index, id: ids[index] ?? '' })),
    ),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] })}\n`;
};

// two scorers of the same type need different rule ids
const nameRules = (results: readonly ScorerResult[]): string[] =>
  results.map(({ type, name }) =>
    results.filter((other) => other.type === type).length === 1 ? type : `${type}/${onOneLine(name)}`,
  );

function describeRule(result: ScorerResult, id: string) {
  const { title, description } = SCORERS.find(({ type }) => type === result.type) ?? {};
  return {
    id,
    name: result.type,
    shortDescription: { text: title ?? onOneLine(result.name) },
    ...(description === undefined ? {} : { fullDescription: { text: description } }),
    defaultConfiguration: { level: result.required ? 'error' : 'warning' },
    properties: { required: result.required },
  };
}

const notify = (grade: FindingGrade, text: string) => ({ level: LEVELS[grade], message: { text: escapeLinks(text) } });

// `[text](…)` would become a link
const escapeLinks = (text: string): string =>
  onOneLine(text.toWellFormed()).replaceAll(/\[([^[\]]*)\](?=\()/g, '\\[$1\\]');

type Remark = Omit<Finding, 'path'> & { readonly path?: string };

function describeResult(remark: Remark, { result, index, id }: { result: ScorerResult; index: number; id: string }) {
  const text = escapeLinks(explain(remark));
  return {
    ruleId: id,
    ruleIndex: index,
    level: LEVELS[findingGrade(result, remark)],
    message: { text },
    locations: [
      {
        physicalLocation: {
          // readers require a location, so a result without a file points to the root
          artifactLocation: { uri: remark.path === undefined ? '.' : formatUri(remark.path), uriBaseId: ROOT },
          ...(remark.line === undefined ? {} : { region: { startLine: remark.line } }),
        },
      },
    ],
    properties: { grade: findingGrade(result, remark) },
    // without the line number, so that the fingerprint survives edits above it
    partialFingerprints: { 'assay/v1': digest([id, remark.path ?? '', text]) },
  };
}

// encodes colons too: text before one would be read as a scheme
const formatUri = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
