import { type CreatedCommit, findRepository } from '@assay/detect';
import type { TranscriptEntry } from '@assay/schema';
import { readTranscript } from '@assay/transcripts';
import type { HookInput } from './hook-input.ts';
import { openTail } from './read-tail.ts';
import { claimCommit } from './session-state.ts';

/** Decides whether a session made a commit. */
export type IsOwn = (commit: CreatedCommit) => boolean;

export interface AuthorshipOptions {
  readonly input: HookInput;
  /** A name of the session, unique among all agents. */
  readonly session: string;
  /** The work trees that the session worked in. */
  readonly roots: readonly string[];
  readonly now_ms: number;
}

/**
 * A commit is the session's if it was written while one of its tools ran. Without a transcript, if it was created in a
 * work tree of the session and no other session answered for it.
 */
export async function readAuthorship({ input, session, roots, now_ms }: AuthorshipOptions): Promise<IsOwn> {
  const worked = await readToolTimes(input.transcript_path, now_ms).catch(() => null);
  const git_dirs = new Set(roots.map((root) => findRepository(root).git_dir));
  return ({ oid, git_dir, written_ms }) => {
    if (worked !== null && written_ms !== null && written_ms >= worked.known_from_ms)
      return worked.spans.some(([from, to]) => from <= written_ms && written_ms <= to);
    return git_dirs.has(git_dir) && claimCommit(oid, session);
  };
}

interface ToolTimes {
  /** Since when all tools are known. */
  readonly known_from_ms: number;
  readonly spans: readonly (readonly [from_ms: number, to_ms: number])[];
}

// transcripts and file systems round differently, and an agent notes the end of a tool a little late or early
const SLACK_MS = 2_000;
// what such a command starts goes on after it
const BACKGROUND = /(?:^|[^&>|])&(?![&>\d])|\b(?:nohup|setsid|disown|at|batch|systemd-run)\b/;

/** When tools of the session ran; null if the transcript does not say. */
async function readToolTimes(path: string | null, now_ms: number): Promise<ToolTimes | null> {
  if (path === null) return null;
  await using tail = await openTail(path);
  const { entries } = await readTranscript(tail.path);
  const calls = entries.filter(({ type }) => type === 'tool_use');
  const times = entries.flatMap((entry) => timeOf(entry) ?? []);
  const [first] = times;
  if (first === undefined || calls.some((call) => timeOf(call) === null)) return null;
  const ends = new Map(
    entries.flatMap((entry) =>
      entry.type === 'tool_result' && entry.tool_id ? [[entry.tool_id, entry] as const] : [],
    ),
  );
  const spans = calls.map((call) => {
    const end = call.tool_id ? ends.get(call.tool_id) : undefined;
    const to = end === undefined || BACKGROUND.test(JSON.stringify(call.input ?? '')) ? null : timeOf(end);
    return [(timeOf(call) as number) - SLACK_MS, (to ?? now_ms) + SLACK_MS] as const;
  });
  return { known_from_ms: tail.is_whole ? 0 : first, spans };
}

function timeOf({ at }: TranscriptEntry): number | null {
  const time = typeof at === 'string' ? Date.parse(at) : typeof at === 'number' ? at : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
