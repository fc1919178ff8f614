import { type Listed, type Mined, type MineOptions, type PlannedTasks, REJECTIONS } from '@assay/harness';
import { escapeControls } from '../../terminal/output.ts';

/** What `assay mine` made, and why other commits were left out. */
export function drawMined({ tasks, rejected, scanned, out_of_time }: Mined, { out, format }: MineOptions): string {
  const lines = tasks.map(
    ({ name, files, lines: changed, fail_to_pass, pass_to_pass_count }) =>
      `  ${name}  ${count(files, 'file')}, ${count(changed, 'line')}, ${count(fail_to_pass.length, 'test')} to fix, ${pass_to_pass_count} to keep`,
  );
  const command =
    format === 'harbor' ? `assay prove ./${out}` : `assay compare ./${out} --agent claude-code --against codex`;
  const next = tasks.length === 0 ? [] : ['', `Next:    ${command}`];
  return `${[`${count(tasks.length, 'proven task')} in ${out}, from ${count(scanned, 'commit')}`, ...lines, ...drawReasons(rejected), ...(out_of_time ? ['The time is over; run it again to go on where it stopped.'] : []), ...(tasks.length === 0 ? drawAdvice(rejected) : []), ...next].join('\n')}\n`;
}

/** The commits that `assay mine` would try. */
export function drawCandidates({ candidates, rejected, scanned }: Listed): string {
  const lines = candidates.map(
    ({ commit: { id, date, message }, files, lines: changed, split }) =>
      `  ${id.slice(0, 10)} ${date.slice(0, 10)}  ${escapeControls(message.split('\n', 1)[0] ?? '')}  (${count(files, 'file')}, ${count(changed, 'line')}; ${split.runnable.map(escapeControls).join(', ')})`,
  );
  return `${[`${count(candidates.length, 'candidate')} among ${count(scanned, 'commit')}; nothing was run`, ...lines, ...drawReasons(rejected)].join('\n')}\n`;
}

/** How each of them would be installed and tested. */
export function drawPlans({ plans, rejected, scanned, expected_s }: PlannedTasks): string {
  const lines = plans.flatMap(({ candidate: { commit, split }, install, is_optional, command, found }) => [
    `  ${commit.id.slice(0, 10)} ${commit.date.slice(0, 10)}  ${escapeControls(commit.message.split('\n', 1)[0] ?? '')}`,
    `    install: ${install === null ? 'nothing' : escapeControls(install)}${is_optional ? ' (only if the tests do not run without)' : ''}`,
    `    tests:   ${command === null ? 'found no test command; name one with --test' : `${escapeControls(command)} (${found})`}`,
    `    files:   ${split.runnable.map(escapeControls).join(', ')}`,
  ]);
  const time =
    expected_s === null
      ? 'How long one takes is known after the first task.'
      : `Earlier tasks took about ${expected_s} s each.`;
  return `${[`${count(plans.length, 'candidate')} among ${count(scanned, 'commit')}; nothing was run`, ...lines, time, ...drawReasons(rejected)].join('\n')}\n`;
}

function drawReasons(rejected: Mined['rejected']): string[] {
  const groups = Object.entries(Object.groupBy(rejected, ({ reason }) => reason));
  return groups
    .toSorted(([, a = []], [, b = []]) => b.length - a.length)
    .map(
      ([reason, all = []]) =>
        `  ${reason}: ${count(all.length, 'commit')} (${REJECTIONS[reason as keyof typeof REJECTIONS]})`,
    );
}

/** What to change about the reasons that cost most. */
function drawAdvice(rejected: Mined['rejected']): string[] {
  const groups = Object.entries(Object.groupBy(rejected, ({ reason }) => reason)).map(([reason, all = []]) => ({
    advice: ADVICE[reason as keyof typeof REJECTIONS],
    spent_ms: all.reduce((sum, { wall_ms }) => sum + wall_ms, 0),
    commits: all.length,
  }));
  const worst = groups.toSorted((a, b) => b.spent_ms - a.spent_ms || b.commits - a.commits).slice(0, 3);
  return worst.length === 0 ? [] : ['', 'What to change:', ...worst.map(({ advice }) => `  ${advice}`)];
}

const ADVICE: Readonly<Record<keyof typeof REJECTIONS, string>> = {
  no_tests: 'few commits change tests: look further back with --since, or write a scenario with `assay init`',
  no_source: 'few commits change source code: look further back with --since',
  too_large: 'raise --max-files or --max-lines',
  not_installable: 'name the command that installs the dependencies with --setup',
  tests_do_not_apply: 'name the command that runs the tests with --test',
  already_green: 'the command may not run the changed tests: name another with --test',
  never_green: 'run the tests in a checkout of such a commit; if another command passes, name it with --test',
  flaky: 'make the tests independent of time, order and each other',
  timeout: 'raise --timeout, or name a faster command with --test',
  not_proven: 'read the reasons above; the tasks are in .assay/unproven',
};

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
