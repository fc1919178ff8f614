import { walk } from '../../heuristic/walk.ts';
import { addedLines, type FilePatch } from '../diff/split-patch.ts';
import type { JudgedRun } from '../text/judged-run.ts';
import type { WrittenText } from './find-injections.ts';

/** File name of a run's transcript; each line is an entry. */
const TRANSCRIPT = 'transcript.jsonl';
// several times what a judge is shown, but still quick to search
const MOST_CHARS = 2_000_000;
const MOST_TEXTS = 20_000;
const LONGEST_TEXT = 200_000;

/** What the judge is shown. It is searched first, so that a flood of other text cannot hide an attempt. */
interface Shown {
  readonly paths: ReadonlySet<string>;
  /** Indexes of entries in the transcript. */
  readonly entries: ReadonlySet<number>;
}

/** Every text by which an agent could address a judge: file names, added lines, messages, calls and their results. */
export function listWritten(run: JudgedRun, files: readonly FilePatch[], shown: Shown): WrittenText[] {
  const found: WrittenText[] = [];
  let room = MOST_CHARS;
  for (const isShown of [true, false])
    for (const text of eachText(run, files, { shown, isShown })) {
      if (room <= 0 || found.length === MOST_TEXTS) return found;
      const kept = text.text.slice(0, Math.min(LONGEST_TEXT, room));
      room -= kept.length;
      if (kept !== '') found.push({ ...text, text: kept });
    }
  return found;
}

function* eachText(
  run: JudgedRun,
  files: readonly FilePatch[],
  { shown, isShown }: { shown: Shown; isShown: boolean },
): Generator<WrittenText> {
  for (const [index, { type, text, tool, input }] of run.entries.entries()) {
    if (type === 'user' || type === 'system' || shown.entries.has(index) !== isShown) continue;
    const place = { path: TRANSCRIPT, line: index + 1 };
    if (text != null) yield { ...place, text };
    if (type === 'tool_use') yield { ...place, text: `${tool}\n${textsIn(input)}` };
  }
  for (const { path } of run.changed_paths) if (shown.paths.has(path) === isShown) yield { path, text: path };
  for (const file of files)
    if (shown.paths.has(file.path) === isShown)
      for (const { line, text } of addedLines(file)) yield { path: file.path, line, text };
  for (const [name, { stdout_tail, stderr_tail }] of isShown ? Object.entries(run.commands) : []) {
    yield { path: name, text: stdout_tail };
    yield { path: name, text: stderr_tail };
  }
  // stdout is omitted: the transcript was read from it
  if (isShown && run.ending !== undefined) yield { path: 'agent stderr', text: run.ending.agent_exit.stderr_tail };
}

/** All texts within an input of any depth, one per line. */
function textsIn(input: unknown): string {
  const found: string[] = [];
  walk(input, (kind, text) => {
    if (kind === 'text') found.push(text);
  });
  return found.join('\n');
}
