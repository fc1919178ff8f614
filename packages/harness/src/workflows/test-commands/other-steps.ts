import { findContradiction } from '@assay/scoring';
import type { CopyRun } from './test-copy.ts';

const SEVERAL = /&&|\|\||;|\b(?:make|just|tox|nox|hatch|poe)\b/;
const COVERAGE =
  /required test coverage|coverage threshold|coverage for \w+ .*threshold|coverage does not meet|coverage failure|below the expected minimum coverage/i;
const HEADING = /^> \S+@\S+ \S+$/gm;
const SCRIPT = /^[>$] .+$/gm;

interface Ran extends Pick<CopyRun, 'exit_code' | 'report' | 'output'> {
  readonly command: string;
}

/**
 * How the exit code and the report of a command contradict each other, and whether something beside the tests may have
 * failed: another step, or a limit of coverage. Otherwise the runner crashed outside of its tests.
 */
export function explainContradiction(ran: Ran): { readonly sentence: string; readonly crashed: boolean } | undefined {
  const found = findContradiction(ran);
  if (found === undefined) return undefined;
  if (ran.exit_code === 0) return { sentence: `${found}: something hides the exit code of the tests`, crashed: false };
  const crashed = !hasOtherSteps(ran);
  const why = crashed ? 'it crashed outside of them' : 'something else failed, such as a linter or a limit of coverage';
  return { sentence: `${found}: ${why}`, crashed };
}

function hasOtherSteps({ command, output }: Ran): boolean {
  const scripts = (output.match(SCRIPT) ?? []).join('\n');
  const started = command.replace(/^cd [^&;]+ && /, '');
  return SEVERAL.test(`${started}\n${scripts}`) || (output.match(HEADING) ?? []).length > 1 || COVERAGE.test(output);
}
