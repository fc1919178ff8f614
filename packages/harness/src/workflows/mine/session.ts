import { runGit } from '@assay/detect';
import { AssayError, type Transcript, type TranscriptEntry } from '@assay/schema';
import { at, type Json, text } from '@assay/schema/json';
import { splitRequests } from '@assay/scoring';
import { readTranscript } from '@assay/transcripts';
import { type Commit, listCommits } from './commits.ts';

/** What a recorded session says about the work done in it. */
export interface SessionFacts {
  /** What the person asked for first. */
  readonly prompt: string;
  /** The commit that was checked out at its start; null if the session does not name it. */
  readonly base: string | null;
  /** The commits it printed when it made them, oldest first; may be cut short. */
  readonly made: readonly string[];
  /** When it began and ended; null if unknown. */
  readonly span: { readonly start_ms: number; readonly end_ms: number } | null;
}

/** Reads the facts of a session in any format that has prompts. */
export async function readSession(file: string): Promise<SessionFacts> {
  let base: string | null = null;
  const parse = (json: string): Json => {
    const record = JSON.parse(json) as Json;
    base ??= readBase(record);
    return record;
  };
  const transcript = await readTranscript(file, { parse });
  return collectFacts(transcript, base);
}

// Codex names the commit in the first line of a session
function readBase(record: Json): string | null {
  const hash = text(at(record, 'payload', 'git', 'commit_hash'));
  return hash !== undefined && /^[0-9a-f]{40,64}$/.test(hash) ? hash : null;
}

/** The facts that a transcript shows. */
function collectFacts(
  { entries, started_at, wall_ms }: Pick<Transcript, 'entries' | 'started_at' | 'wall_ms'>,
  base: string | null,
): SessionFacts {
  const start_ms = started_at === null ? Number.NaN : Date.parse(started_at);
  return {
    prompt: splitRequests(entries)[0]?.prompt ?? '',
    base,
    made: entries.flatMap(listMade),
    span: Number.isNaN(start_ms) ? null : { start_ms, end_ms: start_ms + (wall_ms ?? 0) },
  };
}

// such as `[main 1a2b3c4] Reject negative amounts`
const MADE = /^\[[^\]\n]*?\b([0-9a-f]{7,64})\] /gm;

const listMade = ({ type, text: output }: TranscriptEntry): string[] =>
  type === 'tool_result' ? [...(output ?? '').matchAll(MADE)].map(([, hash = '']) => hash) : [];

interface PickOptions {
  readonly git_dir: string;
  /** The first-parent history of the checkout, newest first. */
  readonly commits: readonly Commit[];
  /** Called with what had to be assumed. */
  readonly onAssumed: (sentence: string) => void;
}

// people commit after the agent has ended
const GRACE_MS = 3_600_000;

/** What was committed in a session as one change: from the commit at its start to the last one it made. */
export async function pickSessionCommit(facts: SessionFacts, options: PickOptions): Promise<Commit> {
  if (facts.prompt.trim() === '')
    throw new AssayError('invalid_input', 'the session has no prompt of a person, so there is no instruction');
  const last = await findLast(facts, options);
  const parent = await findBase(facts, { ...options, last });
  if (parent === last.id)
    throw new AssayError('invalid_input', `nothing was committed after ${short(parent)}, where the session began`);
  return { ...last, parent, message: facts.prompt };
}

async function findLast({ made, span }: SessionFacts, options: PickOptions): Promise<Commit> {
  const { git_dir, commits, onAssumed } = options;
  for (const hash of made.toReversed()) {
    const id = await resolveCommit(hash, git_dir);
    if (id !== null) return (await listCommits({ git_dir, head: id }))[0] as Commit;
  }
  const during = commits.find(({ date }) => span !== null && isWithin(Date.parse(date), span));
  if (during !== undefined) {
    onAssumed(`the session shows no commit of this repository; using ${short(during.id)}, made during it`);
    return during;
  }
  const when = span === null ? '' : ` between ${describeTime(span.start_ms)} and ${describeTime(span.end_ms)}`;
  throw new AssayError(
    'invalid_input',
    `what the session committed cannot be found: ${made.length === 0 ? 'it shows no commit' : `this repository does not have ${made.join(', ')}`}, and the checked-out branch has none${when}. Check out the branch with its commits`,
  );
}

const isWithin = (ms: number, { start_ms, end_ms }: NonNullable<SessionFacts['span']>): boolean =>
  ms >= start_ms && ms <= end_ms + GRACE_MS;

async function findBase({ base, span }: SessionFacts, options: PickOptions & { last: Commit }): Promise<string> {
  const { git_dir, last, onAssumed } = options;
  const named = base === null ? null : await resolveCommit(base, git_dir);
  if (named !== null) {
    const command = ['merge-base', '--is-ancestor', named, last.id];
    if ((await runGit(command, { git_dir })).exit_code === 0) return named;
    throw new AssayError(
      'invalid_input',
      `the commit ${short(last.id)} does not contain ${short(named)}, where the session began; it was rebased`,
    );
  }
  if (span === null)
    throw new AssayError('invalid_input', 'the session names neither its base commit nor a time; there is no seed');
  const before = (await listCommits({ git_dir, head: last.id })).find(({ date }) => Date.parse(date) <= span.start_ms);
  if (before === undefined)
    throw new AssayError('invalid_input', `the history has no commit before ${describeTime(span.start_ms)}`);
  const why = base === null ? 'does not name its base commit' : `began at ${short(base)}, which is not here`;
  onAssumed(`the session ${why}; using ${short(before.id)}, the last commit before its start`);
  return before.id;
}

async function resolveCommit(hash: string, git_dir: string): Promise<string | null> {
  const { exit_code, stdout } = await runGit(['rev-parse', '--verify', '--quiet', `${hash}^{commit}`], { git_dir });
  return exit_code === 0 ? stdout.toString('latin1').trim() : null;
}

const short = (hash: string): string => hash.slice(0, 10);
const describeTime = (ms: number): string => new Date(ms).toISOString();
