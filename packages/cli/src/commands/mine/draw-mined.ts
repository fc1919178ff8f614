import { type listCandidates, type Mined, type MineOptions, REJECTIONS } from '@assay/harness';
import { escapeControls } from '../../terminal/output.ts';

type Listed = Awaited<ReturnType<typeof listCandidates>>;

/** What `assay mine` made, and why other commits were left out. */
export function drawMined({ tasks, rejected, scanned }: Mined, { out, format }: MineOptions): string {
  const lines = tasks.map(
    ({ name, files, lines: changed, fail_to_pass, pass_to_pass_count }) =>
      `  ${name}  ${count(files, 'file')}, ${count(changed, 'line')}, ${count(fail_to_pass.length, 'test')} to fix, ${pass_to_pass_count} to keep`,
  );
  const command =
    format === 'harbor' ? `assay prove ./${out}` : `assay compare ./${out} --agent claude-code --against codex`;
  const next = tasks.length === 0 ? [] : ['', `Next:    ${command}`];
  return `${[`${count(tasks.length, 'proven task')} in ${out}, from ${count(scanned, 'commit')}`, ...lines, ...drawReasons(rejected), ...next].join('\n')}\n`;
}

/** The commits that `assay mine` would try. */
export function drawCandidates({ candidates, rejected, scanned }: Listed): string {
  const lines = candidates.map(
    ({ commit: { id, date, message }, files, lines: changed, split }) =>
      `  ${id.slice(0, 10)} ${date.slice(0, 10)}  ${escapeControls(message.split('\n', 1)[0] ?? '')}  (${count(files, 'file')}, ${count(changed, 'line')}; ${split.runnable.map(escapeControls).join(', ')})`,
  );
  return `${[`${count(candidates.length, 'candidate')} among ${count(scanned, 'commit')}; nothing was run`, ...lines, ...drawReasons(rejected)].join('\n')}\n`;
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

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
