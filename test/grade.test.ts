import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { GradedTranscript, Pattern, Transcript } from '@assay/schema';
import { afterAll, describe, expect, test } from 'vitest';

/* `assay grade` and `assay transcript` in a separate process. */
const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = `${root}fixtures/transcripts`;
const folder = mkdtempSync(`${tmpdir()}/assay-grade-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function assay(args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const { status, stdout, stderr } = spawnSync(`${root}node_modules/.bin/assay`, args, {
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, XDG_CACHE_HOME: `${folder}/cache`, ...env },
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

describe('assay grade', () => {
  test('prints one file with its state, its requests, tokens and cost', () => {
    const { status, stdout, stderr } = assay(['grade', `${fixtures}/claude/denied-default-mode.stream.jsonl`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const words of [
      'no change, failed: nothing was changed',
      'AXIS withheld: needs a judge',
      'Scorecard provisional',
      '$0.0284 reported',
      '% waste',
    ]) {
      expect(stdout).toContain(words);
    }
  });

  test('prints a folder as a table with totals', () => {
    const { status, stdout } = assay(['grade', fixtures, '--sort', 'waste']);
    expect(status).toBe(0);
    const rows = stdout.split('\n').filter((row) => /\.(jsonl|json|traj)$/.test(row));
    expect(rows.length).toBeGreaterThan(60);
    expect(stdout).toMatch(/\d+ sessions: \d+ /);
  });

  test('--json prints one document of graded runs', () => {
    const { status, stdout, stderr } = assay(['grade', `${fixtures}/codex`, '--json']);
    const { runs, skipped } = JSON.parse(stdout);
    expect({ status, stderr, skipped }).toEqual({ status: 0, stderr: '', skipped: [] });
    expect(runs).toHaveLength(10);
    for (const run of runs) expect(GradedTranscript.safeParse(run).error).toBeUndefined();
  });

  test.each([
    { paths: [`${fixtures}/codex`], why: 'in threads' },
    { paths: [`${fixtures}/claude/basic.session.jsonl`], why: 'in one process' },
  ])('uses the formulas and weights of the configuration, $why', ({ paths }) => {
    const project = mkdtempSync(`${folder}/project-`);
    const weights = { goal_achievement: 0, environment: 1, service: 0, agent: 0 };
    writeFileSync(`${project}/assay.config.json`, JSON.stringify({ formulas: { axis: '1' }, weights }));
    const { runs } = JSON.parse(assay(['grade', ...paths, '--json'], {}, project).stdout) as {
      runs: GradedTranscript[];
    };
    expect(runs.length).toBeGreaterThan(0);
    for (const { axis } of runs) expect(axis).toMatchObject({ formula_version: '1', weights });
  });

  test('rejects an unknown formula version with its location, before grading', () => {
    const project = mkdtempSync(`${folder}/project-`);
    writeFileSync(`${project}/assay.config.json`, '{ "formulas": { "axis": "9" } }');
    const { status, stdout, stderr } = assay(['grade', `${fixtures}/claude/basic.session.jsonl`], {}, project);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('assay.config.json:1:25 formulas.axis: expected axis at version 1, 2, 3, found "9"');
  });

  test('--agent and --project narrow the sessions, and totals follow', () => {
    const { runs, totals } = JSON.parse(assay(['grade', `${fixtures}/recorded`, '--json', '--agent', 'codex']).stdout);
    expect(new Set(runs.map(({ agent }: GradedTranscript) => agent))).toEqual(new Set(['codex']));
    expect(totals.find(({ by }: { by: string }) => by === 'agent')).toMatchObject({
      key: 'codex',
      sessions: runs.length,
    });
    const none = assay(['grade', `${fixtures}/recorded`, '--json', '--project', 'nowhere']);
    expect({ status: none.status, runs: JSON.parse(none.stdout).runs }).toEqual({ status: 2, runs: [] });
  });

  test('every file that is not graded is listed with its reason', () => {
    writeFileSync(`${folder}/package.json`, '{}');
    const { skipped } = JSON.parse(assay(['grade', `${folder}/package.json`, '--json']).stdout);
    expect(skipped).toMatchObject([
      { path: `${folder}/package.json`, reason: expect.stringContaining('not a transcript') },
    ]);
  });

  test('patterns are what recurs over sessions', () => {
    const { status, stdout, stderr } = assay(['patterns', `${fixtures}/recorded`, '--json', '--no-cache']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { patterns, sessions } = JSON.parse(stdout);
    expect(sessions).toBeGreaterThan(20);
    for (const pattern of patterns) expect(Pattern.safeParse(pattern).error).toBeUndefined();
    expect(patterns.length).toBeGreaterThan(0);
  });

  test('by rules alone, AXIS has no score and no band, and the reason', () => {
    const { runs } = JSON.parse(assay(['grade', `${fixtures}/recorded`, '--json']).stdout) as {
      runs: GradedTranscript[];
    };
    for (const { axis, scorecard } of runs) {
      expect(axis).toMatchObject({ score: null, band: null, reason: 'withheld: needs a judge' });
      expect(scorecard?.tier ?? 'Unranked').toBe('Unranked');
    }
  });

  test('without a path, finds the sessions in the home folder without a prompt', () => {
    const home = `${folder}/home`;
    mkdirSync(`${home}/.claude/projects/-workspace`, { recursive: true });
    mkdirSync(`${home}/.codex/sessions/2026/11/15`, { recursive: true });
    cpSync(`${fixtures}/claude/subagents.session.jsonl`, `${home}/.claude/projects/-workspace/s.jsonl`);
    cpSync(`${fixtures}/claude/subagents.session`, `${home}/.claude/projects/-workspace/s`, { recursive: true });
    cpSync(`${fixtures}/codex/basic.rollout.jsonl`, `${home}/.codex/sessions/2026/11/15/rollout-1.jsonl`);
    const { status, stdout } = assay(['grade', '--json'], { HOME: home });
    expect(status).toBe(0);
    expect(
      JSON.parse(stdout)
        .runs.map(({ agent, interactions }: GradedTranscript) => [agent, interactions.total])
        .sort(),
    ).toEqual([
      ['claude-code', 10],
      ['codex', 7],
    ]);
  });

  test('a run without a score does not pass --min-score', () => {
    expect(assay(['grade', `${fixtures}/codex/http-401.exec.jsonl`, '--min-score', '1']).status).toBe(1);
  });

  test('--since and --limit leave out older sessions', () => {
    expect(JSON.parse(assay(['grade', `${fixtures}/codex`, '--json', '--limit', '3']).stdout).runs).toHaveLength(3);
    expect(assay(['grade', `${fixtures}/codex`, '--since', '2999-01-01']).status).toBe(2);
  });

  test.each([
    { args: [`${fixtures}/missing`], says: 'ENOENT' },
    { args: [`${fixtures}/README.md`], says: 'is not a transcript in a known format' },
    { args: [fixtures, '--sort', 'color'], says: 'expected --sort' },
    { args: [fixtures, '--judge', 'oracle'], says: 'expected --judge to be one of auto, anthropic' },
    { args: [fixtures, '--limit', 'many'], says: 'expected --limit to be a whole number' },
    { args: [fixtures, '--since', 'yesterday'], says: 'expected --since' },
    { args: [fixtures, '--fast'], says: '--fast' },
  ])('rejects $args: $says', ({ args, says }) => {
    const { status, stdout, stderr } = assay(['grade', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  test('reports a named file that is not a transcript, grades the others, and exits 2', () => {
    const { status, stdout, stderr } = assay([
      'grade',
      `${fixtures}/codex/basic.exec.jsonl`,
      `${fixtures}/README.md`,
      '--json',
    ]);
    expect(status).toBe(2);
    const { runs, skipped } = JSON.parse(stdout);
    expect([runs.length, skipped.length, skipped[0].error.code]).toEqual([1, 1, 'unknown_transcript']);
    expect(stderr).toContain('README.md');
  });

  test('with --json an error is a document too', () => {
    const { status, stdout } = assay(['grade', `${fixtures}/missing`, '--json']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'unreadable_file', message: expect.stringContaining('ENOENT') },
    });
  });

  test('rejects a report path that cannot be written before grading', () => {
    const { status, stdout, stderr } = assay(['grade', fixtures, '--html', `${folder}/no/such/folder/report.html`]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('cannot be written: ENOENT');
  });

  test('a home folder without sessions gives a hint', () => {
    const { status, stderr } = assay(['grade'], { HOME: `${folder}/nobody` });
    expect(status).toBe(2);
    expect(stderr).toContain('name a file or a folder');
  });

  test('--html writes one file with the data in it', () => {
    const file = `${folder}/report.html`;
    expect(assay(['grade', `${fixtures}/claude`, '--html', file]).status).toBe(0);
    const page = readFileSync(file, 'utf8');
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).not.toContain('__ASSAY_DATA__');
    expect(page).toContain('claude-opus-4-8');
    expect(existsSync(file)).toBe(true);
  });
});

describe('assay transcript', () => {
  test('prints the common format with counts of unknown entries and redactions', () => {
    const { status, stdout, stderr } = assay(['transcript', `${fixtures}/gemini/basic.session.jsonl`]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(Transcript.safeParse(document).error).toBeUndefined();
    expect(document).toMatchObject({ format: 'gemini-session', counts: { unknown: 0 }, redactions: 0 });
  });

  // long texts take a fast path that copies them unparsed
  test.each([
    { text: 'sk-ant-', how: 'plainly' },
    { text: '\\u0073k-ant-', how: 'with one Unicode escape' },
    { text: '\\u0073\\u006B-ant-', how: 'with two Unicode escapes' },
    { text: 'postgres:\\/\\/admin:hunter22@', how: 'with escaped slashes' },
    { text: '\\n\\tsk-ant-', how: 'after a line break' },
  ])('redacts a secret in a long text, written $how', ({ text }) => {
    const file = `${folder}/secret.jsonl`;
    const line = (id: number) =>
      `{"type":"user","sessionId":"s","isSidechain":false,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t${id}","content":"${'word '.repeat(500)}${text}${'api03aB9'.repeat(5)}"}]}}\n`;
    // more lines than format detection reads
    writeFileSync(file, Array.from({ length: 50 }, (_, i) => line(i)).join(''));
    const document = JSON.parse(assay(['transcript', file]).stdout);
    expect(document.redactions).toBe(50);
    for (const entry of document.entries) expect(entry.text).toContain('[redacted ');
    const revealed = JSON.parse(assay(['transcript', file, '--no-redact']).stdout);
    expect(revealed.entries.at(-1).text).toBe(JSON.parse(line(0)).message.content[0].content);
  });

  test('exits 0 if the reader closes the pipe early', () => {
    const long = `${folder}/long.jsonl`;
    const line = JSON.stringify({
      type: 'user',
      session_id: 's',
      uuid: 'u',
      timestamp: '2026-11-15T10:00:00Z',
      message: { role: 'user', content: 'x'.repeat(100_000) },
    });
    writeFileSync(long, `${line}\n`.repeat(200));
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', 'set -o pipefail; "$1" transcript "$2" | head -c 20', 'bash', `${root}node_modules/.bin/assay`, long],
      { encoding: 'utf8', timeout: 60_000 },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{"entries":[{"type":', stderr: '' });
  });

  test('exports ATIF', () => {
    const atif = assay(['transcript', `${fixtures}/claude/basic.session.jsonl`, '--format', 'atif']).stdout;
    expect(JSON.parse(atif)).toMatchObject({ schema_version: expect.stringMatching(/^ATIF-v1/) });
  });

  test.each([
    { args: [], says: 'expected one file' },
    { args: [fixtures], says: 'expected a file' },
    { args: [`${fixtures}/README.md`], says: 'is not a transcript in a known format' },
    { args: [`${fixtures}/claude/basic.session.jsonl`, '--format', 'xml'], says: 'expected --format' },
  ])('rejects $args: $says', ({ args, says }) => {
    const { status, stderr } = assay(['transcript', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });
});
