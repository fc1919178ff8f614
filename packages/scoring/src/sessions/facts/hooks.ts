import type { SessionCheck } from '@assay/schema';
import { parseShell, type SimpleCommand } from '../../interactions/shell.ts';
import { readReport } from '../../reports/index.ts';
import { withoutColors } from '../../reports/text/lines.ts';
import { checkKind } from './check-kind.ts';
import { readWrittenResult } from './check-result.ts';
import { announcedKind } from './shown-check.ts';

type Hook = Pick<SessionCheck, 'kind' | 'result'>;

const LONGEST = 40_000;
// what ran before the step that failed may have passed
const STOPPED = /^husky - [^\n]* (?:failed|exited with code [1-9])/m;

/** The checks that a hook ran, if the output of a commit or a push shows them. */
export function readHook(output: string): Hook | null {
  const text = withoutColors(output.slice(-LONGEST));
  return readTests(text) ?? readAnnounced(text) ?? readManager(text);
}

function readTests(text: string): Hook | null {
  const report = readReport(text);
  if (report === null || report.passed + report.failed + report.errored === 0) return null;
  const hasFailed = report.failed + report.errored > 0 || STOPPED.test(text);
  return { kind: 'test', result: hasFailed ? 'failed' : 'passed' };
}

function readAnnounced(text: string): Hook | null {
  const kind = announcedKind(text);
  if (kind === null) return null;
  return { kind, result: STOPPED.test(text) ? 'failed' : (readWrittenResult(kind, text) ?? 'passed') };
}

/** `ruff......Passed`, as pre-commit prints it. */
const PRE_COMMIT = /^.{1,100}?\.{3,}(Passed|Failed)$/gm;
/** `[COMPLETED] eslint --fix` and `✖ eslint --fix`, as lint-staged and lefthook print them. */
const TASK = /^(?:\s*[✔✓]️?|\s*(✖|🥊)|\[(?:COMPLETED|(FAILED))\]) (\S[^\n]{0,300})$/gm;

const MOST_TASKS = 100;

function readManager(text: string): Hook | null {
  const tasks = [...text.matchAll(TASK)]
    .slice(0, MOST_TASKS)
    .filter(([, , , task = '']) => parseShell(task).some(isCheck));
  const failed = [...text.matchAll(PRE_COMMIT)].map(([, ended]) => ended === 'Failed');
  const ended = [...failed, ...tasks.map(([, cross, word]) => (cross ?? word) !== undefined)];
  if (ended.includes(true) || STOPPED.test(text)) return { kind: 'lint', result: 'failed' };
  return ended.length > 0 ? { kind: 'lint', result: 'passed' } : null;
}

const isCheck = (program: SimpleCommand): boolean =>
  /^(?:lint|tests?|types|typecheck|check)$/.test(program.name) || checkKind(program, new Set()) !== null;
