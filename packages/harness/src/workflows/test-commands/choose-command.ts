import { AssayError, type TestReport } from '@assay/schema';
import { findAdvice, findInstall, lastLines } from './advice.ts';
import { isNamed } from './broken-tests.ts';
import type { TestSetup } from './detect-tests.ts';
import { explainContradiction } from './other-steps.ts';
import { exists } from './repository-files.ts';
import type { CopyRun, TestCopy } from './test-copy.ts';

const PATIENCE_MS = 300_000;

/** A test command that passes on the original. */
export interface PassingCommand {
  readonly command: string;
  readonly duration_ms: number;
  /** Its report, if it names the tests. */
  readonly report: TestReport | null;
}

export interface ChooseOptions {
  readonly copy: TestCopy;
  readonly folder: string;
  readonly paths: readonly string[];
}

/** Chooses the first command that passes with a report that names the tests, or else the first that passes. */
export async function chooseCommand(setup: TestSetup, options: ChooseOptions): Promise<PassingCommand> {
  const failed: { readonly command: string; readonly ran: CopyRun }[] = [];
  let unnamed: PassingCommand | undefined;
  for (const command of setup.commands) {
    const ran = await options.copy.run(command, { timeout_ms: PATIENCE_MS });
    const { report, duration_ms } = ran;
    if (!passes(ran)) failed.push({ command, ran });
    else if (isNamed(report)) return { command, duration_ms, report };
    else unnamed ??= { command, duration_ms, report: null };
    if (ran.timed_out) break;
  }
  if (unnamed !== undefined) return unnamed;
  throw await explain(failed, options);
}

const passes = ({ exit_code, report }: CopyRun): boolean =>
  exit_code === 0 &&
  (report === null || report.passed > 0) &&
  (report === null || report.failed + report.errored === 0);

async function explain(
  failed: readonly { readonly command: string; readonly ran: CopyRun }[],
  { folder, paths }: ChooseOptions,
): Promise<AssayError> {
  const needsInstall = paths.includes('package.json') && !(await exists(`${folder}/node_modules`));
  const install = needsInstall ? findInstall(paths) : null;
  const advised = failed.map(({ command, ran }) => ({
    command,
    ran,
    advice: findAdvice({ command, output: ran.output, timed_out: ran.timed_out, install }),
  }));
  const shown = advised.find(({ advice }) => advice !== undefined) ?? advised[0];
  const contradiction = shown && explainContradiction({ command: shown.command, ...shown.ran })?.sentence;
  const why = shown?.advice ?? contradiction ?? describeTests(shown?.ran.report ?? null);
  const lines = lastLines(shown?.ran.output ?? '');
  return new AssayError(
    'invalid_input',
    `\`${shown?.command}\` fails on the files under version control: ${why}${lines === '' ? '' : `. Its last lines:\n${lines}`}`,
  );
}

function describeTests(report: TestReport | null): string {
  if (report === null) return 'a scenario needs passing tests; fix them, then try again';
  const { passed, failed, errored } = report;
  if (passed + failed + errored === 0) return 'it ran no tests; a scenario needs tests that pass';
  return `${failed + errored} of ${passed + failed + errored} tests fail; fix them, then try again`;
}
