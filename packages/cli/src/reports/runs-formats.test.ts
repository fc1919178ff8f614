import { expect, test } from 'vitest';
import { makeJudgment } from '../../test/made-judgment.ts';
import { makeResult } from '../../test/made-result.ts';
import { writeRunsJunit } from './runs-junit.ts';
import { writeRunsMarkdown } from './runs-markdown.ts';

const lost = { class: 'sandbox_lost', side: 'environment', message: 'it went away' } as const;
const stopped = { class: 'agent_stopped', side: 'agent', message: 'gave up' } as const;
const RESULTS = [
  makeResult(),
  makeResult({ repeat: 2, outcome: 'FAILED', overall: 'FAIL', failure: stopped }),
  makeResult({ repeat: 3, outcome: 'FAILED', overall: 'ERROR', failure: lost }),
];

test('Markdown counts passed runs and gives the reasons of the others', () => {
  const text = writeRunsMarkdown(RESULTS);
  expect(text).toContain('### 🔴 1 of 3 runs passed; 1 failed; 1 error (environment)');
  expect(text).toContain('| 🔴 failed | `fix-add` | `mine` | 2 | FAIL |');
  expect(text).toContain('- `fix-add · mine · 2`: failed: gave up');
  expect(writeRunsMarkdown([makeResult()])).toContain('### 🟢 1 of 1 runs passed');
  expect(writeRunsMarkdown([makeResult({ result: 'tampered' })])).toContain('| 🔴 tampered |');
  expect(writeRunsMarkdown([makeResult({ result: 'unchecked' })])).toContain('### 🟡 0 of 1 runs passed; 1 unchecked');
  expect(writeRunsMarkdown([makeResult({ review: 2 })])).toContain('### 🟡 1 of 1 runs passed; 1 with integrity');
});

test('Markdown has a judge column if a judge was asked', () => {
  const [, , heading, , row] = writeRunsMarkdown([makeResult({ judgment: makeJudgment() })]).split('\n');
  expect(heading).toMatch(/\| proven \| judge \|$/);
  expect(row).toMatch(/\| yes \| PASS \|$/);
});

test('Markdown escapes hostile names', () => {
  const [, , , , row = ''] = writeRunsMarkdown([
    makeResult({ scenario: 'a|b @octocat\n<b>', agent: '[x](http://y)' }),
  ]).split('\n');
  expect(row).toMatch(/^\| 🟢 passed \| `a\\\|b @octocat <b>` \| `\[x\]\(http:\/\/y\)` \| 1 \|/);
});

test('JUnit reports failures of the agent as failures and others as errors', () => {
  const text = writeRunsJunit(RESULTS);
  expect(text).toContain('tests="3" failures="1" errors="1" skipped="0"');
  expect(text).toContain('<failure message="failed: gave up" type="failed">');
  expect(text).toContain('<error message="error: it went away" type="error">');
});
