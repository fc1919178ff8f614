import { walk } from '../../heuristic/walk.ts';
import { addedLines, type FilePatch } from '../diff/split-patch.ts';
import type { JudgedRun } from '../text/judged-run.ts';
import type { WrittenText } from './find-injections.ts';

/** Where the transcript of a run is kept; a line of it is an entry. */
const TRANSCRIPT = 'transcript.jsonl';
// several times what a judge is shown, and no more than can be looked through in a moment
const MOST_CHARS = 2_000_000;
const MOST_TEXTS = 20_000;
const LONGEST_TEXT = 200_000;

/** What the judge is shown: it is looked through first, so that no flood of other things keeps one from it. */
interface Shown {
  readonly paths: ReadonlySet<string>;
  /** Places of entries in the transcript. */
  readonly entries: ReadonlySet<number>;
}

/** Everything an agent could use to speak to a judge: names, lines it added, what it said and called, what came back. */
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
  // its stdout is what the transcript was read from
  if (isShown && run.ending !== undefined) yield { path: 'agent stderr', text: run.ending.agent_exit.stderr_tail };
}

/** The texts within an input of any depth, one on a line. */
function textsIn(input: unknown): string {
  const found: string[] = [];
  walk(input, (kind, text) => {
    if (kind === 'text') found.push(text);
  });
  return found.join('\n');
}
