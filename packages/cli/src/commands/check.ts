import { check, checkHistory, explainTest } from '@assay/detect';
import { AssayError, type CheckReport } from '@assay/schema';
import type { Run } from '../command.ts';
import { COMMENT_HELP, COMMENT_OPTIONS, commentAfter } from '../comment/comment-after.ts';
import { createHost, wantsColor } from '../config.ts';
import { PUSH_HELP, PUSH_OPTIONS, pushAfter, wantsPush } from '../push/push-after.ts';
import { drawExplanation } from '../reports/check/explanation.ts';
import { commitGrade, drawCommit, drawTotals } from '../reports/check/history.ts';
import type { CheckFormat } from '../reports/check/report.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { type Running, readRunning } from '../terminal/running-options.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { version } from '../version.ts';

const FORMATS: Readonly<Record<string, (report: CheckReport) => Promise<CheckFormat>>> = {
  text: async (report) => {
    const { drawCheck } = await import('../reports/check/text.ts');
    const width = await chooseWidth(report);
    return (drawn) => drawCheck(drawn, style(), width);
  },
  json: async () => (await import('../reports/check/json.ts')).formatJson,
  junit: async () => (await import('../reports/check/junit.ts')).formatJunit,
  sarif: async () => (await import('../reports/check/sarif.ts')).formatSarif,
  github: async () => (await import('../reports/check/github.ts')).formatGithub,
};

// measuring other text takes longer than the rest of a small check
async function chooseWidth({ results }: CheckReport): Promise<(text: string) => number> {
  if (results.every(({ name }) => /^[\x20-\x7e]*$/.test(name))) return (text) => text.length;
  return (await import('../terminal/fit.ts')).widthOnScreen;
}

const HELP = `Usage: assay check [OPTIONS]

Checks a change for skipped, weakened or bypassed tests, and for secrets. It runs no code from the change, unless --run
is given: then the old and the new tests run on the old and the new code, in a sandbox, as far as that is needed.
Default: the work tree, committed or not, against the branch it will be merged into.

  --base REF        branch or commit the change is for (default: origin/HEAD, main or master)
  --head REF        commit with the change (default: the work tree)
  --from DIR        compare two folders instead of a repository
  --to DIR
  --scorers FILE    YAML or JSON list of scorers that replaces the default ones. It may use scorers of the
                    configuration, unless the change edits them
  --strict          make advisory scorers required
  --run[=report]    run the change too; \`report\` tells what it finds and fails nothing because of it
  --test CMD        with --run: the test command; {files} becomes the test files (default: detected)
  --setup CMD       with --run: runs first in each copy, such as a build
  --corner-limit D  with --run: how long tests may run in each copy (default: 10m)
  --mutants N       with --run: also run the tests on up to N altered lines of the change (default: 0)
  --record FILE     with --run: write the signed record, for \`assay verify\`
  --sandbox NAME    with --run: bwrap, docker, or local (no isolation)
  --history N       check each of the last N commits instead, and list those with findings
  --explain TEST    show what the assertions of tests with this name are worth, before and after the change
  --format text|json|junit|sarif|github
  ${PUSH_HELP}
  ${COMMENT_HELP}
  --json            same as --format json

A finding blocks, is for review, or is a note. Only what existing tests lose blocks.

Exit codes: 0 no required scorer failed · 1 a required scorer failed · 2 usage or configuration error · 3 no verdict
`;

export const run: Run = async (given_args, { signal }) => {
  const args = given_args.map((arg) => (arg === '--run=report' ? '--run-report' : arg));
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { loadFormat, mode, push, comment, running, ...options } = readOptions(args);
  const folder = process.cwd();
  const complete =
    running &&
    (await openRunning(running, { folder: options.to ?? folder, head: options.head, strict: options.strict, signal }));
  const shared = { ...options, ...(complete && { complete }), folder, signal };
  if (mode.history !== undefined) return await runHistory(mode.history, { ...shared, as_json: mode.as_json });
  if (mode.explain !== undefined) return await runExplain(mode.explain, { ...shared, as_json: mode.as_json });
  let progress: Progress | undefined;
  const onProgress = (done: number, total: number): void => {
    progress ??= createProgress('reading tests', total);
    progress.advance(done);
  };
  const onRemark = (sentence: string) => process.stderr.write(`! ${escapeControls(sentence)}\n`);
  const openCustom = async (refused: readonly string[]) => {
    // loaded only if a scorer of the configuration is listed
    const { readCustomScorers } = await import('@assay/harness');
    return await readCustomScorers(process.cwd(), { refused, signal });
  };
  const given = { ...shared, openCustom, onProgress, onRemark };
  const report = await check(given).finally(() => {
    progress?.done();
    // hides follow-up errors, for example from a git process that was interrupted too
    if (signal.aborted) throw new AssayError('interrupted', 'interrupted; nothing was changed');
  });
  const format = await loadFormat(report);
  await writeOut(format(report, { version: version() }));
  if (running?.record !== undefined && report.run)
    await (await import('../run-check.ts')).saveRecord(running.record, report.run);
  if (push) {
    const { describeChange } = await import('../push/describe-change.ts');
    const change = await describeChange(shared.folder, createHost().environment);
    await pushAfter([{ kind: 'check', change, report }], signal);
  }
  if (comment) {
    const { describeCheck } = await import('../comment/check-feedback.ts');
    await commentAfter(describeCheck(report), signal);
  }
  if (report.overall !== 'FAIL' && report.run?.state === 'not_run' && !running?.reports_only) return EXIT_CODES.ERROR;
  return EXIT_CODES[report.overall];
};

const EXIT_CODES: Readonly<Record<CheckReport['overall'], number>> = { PASS: 0, 'N/A': 0, FAIL: 1, ERROR: 3 };

type Shared = Omit<Parameters<typeof check>[0], 'openCustom' | 'onProgress' | 'onRemark'> & {
  readonly as_json: boolean;
};

const style = () => (wantsColor(process.stdout) ? COLOR : PLAIN);

async function runHistory(count: number, { as_json, ...options }: Shared): Promise<number> {
  const grades: ReturnType<typeof commitGrade>[] = [];
  for await (const checked of checkHistory({ ...options, count })) {
    grades.push(commitGrade(checked));
    await writeOut(as_json ? `${JSON.stringify(checked)}\n` : drawCommit(checked, style()));
  }
  if (!as_json) await writeOut(drawTotals(grades));
  return 0;
}

async function runExplain(name: string, { as_json, ...options }: Shared): Promise<number> {
  const explanation = await explainTest(name, options);
  if (explanation.tests.length === 0)
    throw new AssayError('usage', `no test with ${JSON.stringify(name)} in its name; use a part of its name`);
  await writeOut(as_json ? `${JSON.stringify(explanation)}\n` : drawExplanation(explanation, style()));
  return 0;
}

type Options = Omit<Shared, 'folder' | 'signal' | 'as_json' | 'complete'> & {
  readonly running: Running | undefined;
  readonly loadFormat: (report: CheckReport) => Promise<CheckFormat>;
  readonly push: boolean;
  readonly comment: boolean;
  readonly mode: { readonly history?: number; readonly explain?: string; readonly as_json: boolean };
};

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseOptions(args, {
    base: { type: 'string' },
    head: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    scorers: { type: 'string' },
    strict: { type: 'boolean' },
    format: { type: 'string' },
    json: { type: 'boolean' },
    history: { type: 'string' },
    explain: { type: 'string' },
    run: { type: 'boolean' },
    'run-report': { type: 'boolean' },
    test: { type: 'string' },
    setup: { type: 'string' },
    'corner-limit': { type: 'string' },
    sandbox: { type: 'string' },
    mutants: { type: 'string' },
    record: { type: 'string' },
    ...PUSH_OPTIONS,
    ...COMMENT_OPTIONS,
  });
  const [stray] = positionals;
  if (stray !== undefined)
    throw new AssayError('usage', `unexpected argument ${stray}; to compare with it, use --base ${stray}`);
  const name = values.format ?? (values.json ? 'json' : 'text');
  const loadFormat = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (loadFormat === undefined || (values.json && name !== 'json'))
    throw new AssayError('usage', `expected one --format of ${Object.keys(FORMATS).join(', ')}, found ${name}`);
  const { base, head, from, to, scorers } = values;
  return {
    loadFormat,
    running: readRunning(values),
    push: wantsPush(values),
    comment: values.comment ?? false,
    mode: readMode(values, { as_json: name === 'json' }),
    strict: values.strict ?? false,
    ...(base === undefined ? {} : { base }),
    ...(head === undefined ? {} : { head }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(scorers === undefined ? {} : { scorers_file: scorers }),
  };
}

// what runs tests is loaded only for that
const openRunning = async (running: Running, options: Parameters<typeof import('../run-check.ts').openRunning>[1]) =>
  await (await import('../run-check.ts')).openRunning(running, options);

function readMode(
  { history, explain, base, from }: { history?: string; explain?: string; base?: string; from?: string },
  { as_json }: { readonly as_json: boolean },
): Options['mode'] {
  if (history === undefined) return { as_json, ...(explain === undefined ? {} : { explain }) };
  if (!/^[1-9]\d{0,5}$/.test(history))
    throw new AssayError('usage', `expected --history to be a number of commits, found ${history}`);
  if (explain !== undefined || base !== undefined || from !== undefined)
    throw new AssayError(
      'usage',
      'use --history without --base, --from and --explain: it compares each commit with its parent',
    );
  return { as_json, history: Number(history) };
}
