import type { Interaction } from '@assay/schema';
import { type Clean, excerpt, excerptLine } from '../text/excerpt.ts';
import type { JudgedStep } from './transcript-steps.ts';

export interface TranscriptDigest {
  readonly text: string;
  readonly shown: readonly JudgedStep[];
  readonly omitted: number;
}

interface Digesting {
  readonly interactions: readonly Interaction[];
  readonly max_chars: number;
  readonly clean: Clean;
}

const ENDS = 20;
const LONGEST_STEP = 1600;
// one line of head and one of tail
const SHORTEST_STEP = 240;
const LONGEST_GAP = 160;
/** Steps that change files, or may show whether a change works, and messages of users and errors. */
const TELLING: ReadonlySet<JudgedStep['role']> = new Set(['edit', 'run', 'user', 'error']);

/** The course of a run: its start, its end, every edit and check, and counts of what is omitted. */
export function digestTranscript(
  steps: readonly JudgedStep[],
  { interactions, max_chars, clean }: Digesting,
): TranscriptDigest {
  const chosen = choose(steps, Math.floor(max_chars / (SHORTEST_STEP + LONGEST_GAP)));
  const room = Math.floor(max_chars / Math.max(1, chosen.length)) - LONGEST_GAP;
  const most = Math.max(SHORTEST_STEP, Math.min(LONGEST_STEP, room));
  const failed = new Set(interactions.filter(({ is_error }) => is_error).flatMap(({ entry_ids }) => entry_ids));
  const lines: string[] = [];
  let next = 0;
  for (const at of chosen) {
    if (at > next) lines.push(describeGap(steps.slice(next, at)));
    const step = steps[at] as JudgedStep;
    lines.push(describeStep(step, { failed: failed.has(step.entry_id), max_chars: most, clean }));
    next = at + 1;
  }
  if (next < steps.length) lines.push(describeGap(steps.slice(next)));
  return {
    text: lines.join('\n').slice(0, max_chars),
    shown: chosen.map((at) => steps[at] as JudgedStep),
    omitted: steps.length - chosen.length,
  };
}

/** Indexes of the steps to show, in order. If there are too many, earlier ones in the middle are dropped. */
function choose(steps: readonly JudgedStep[], most: number): number[] {
  const ends = Math.min(ENDS, Math.floor(most / 2));
  const isEnd = (at: number): boolean => at < ends || at >= steps.length - ends;
  const places = steps.flatMap((step, at) => (isEnd(at) || TELLING.has(step.role) ? [at] : []));
  const middle = places.filter((at) => !isEnd(at));
  const kept = new Set(middle.slice(Math.max(0, middle.length - (most - 2 * ends))));
  return places.filter((at) => isEnd(at) || kept.has(at));
}

function describeGap(steps: readonly JudgedStep[]): string {
  const counts = new Map<string, number>();
  for (const { role } of steps) counts.set(role, (counts.get(role) ?? 0) + 1);
  const kinds = [...counts].map(([role, count]) => `${count} ${role}`).join(', ');
  return `[… ${steps.length} step${steps.length === 1 ? '' : 's'} omitted, ${steps[0]?.id} to ${steps.at(-1)?.id}: ${kinds} …]`;
}

interface Describing {
  readonly failed: boolean;
  readonly max_chars: number;
  readonly clean: Clean;
}

function describeStep(step: JudgedStep, { failed, max_chars, clean }: Describing): string {
  const { id, entry, result, turn } = step;
  const exit = result?.exit_code == null ? '' : ` (exit code ${result.exit_code})`;
  const who = entry.type === 'tool_use' ? describeTool(step, clean) : entry.type;
  const head = `${id}${turn === null ? '' : ` turn ${turn}`}${entry.lane === undefined ? '' : ' sub-agent'} ${who}`;
  const room = max_chars - head.length - OVERHEAD;
  const body = { max_chars: Math.floor(result === undefined ? room : room / 2), clean };
  const said = inset(entry.type === 'tool_use' ? describeInput(step) : (entry.text ?? ''), body);
  if (entry.type !== 'tool_use') return `${head}: ${said}`;
  const came = result === undefined ? 'no result' : inset(result.text ?? '', body);
  return `${head}: ${said}\n  ${failed ? 'failed' : 'result'}${exit}: ${came}`;
}

/** Marks every quoted line, also after a cut, so that no quoted text can look like a step. */
const inset = (text: string, { max_chars, clean }: Pick<Describing, 'max_chars' | 'clean'>): string =>
  excerpt(text, { max_chars, clean: (each) => clean(each).replaceAll('\n', '\n  │ ') }).text.replace(
    /\n(?! {2}│ )/g,
    '\n  │ ',
  );

// the words around both bodies, and the marks at their cuts
const OVERHEAD = 60;
const LONGEST_TOOL = 60;
const FILE_ROLES: ReadonlySet<JudgedStep['role']> = new Set(['read', 'search', 'edit']);

// the native names of shells and editors reveal the agent
function describeTool({ command, role, entry }: JudgedStep, clean: Clean): string {
  if (command !== null) return 'shell';
  if (FILE_ROLES.has(role)) return role;
  return `calls ${excerptLine(entry.tool ?? '', { max_chars: LONGEST_TOOL, clean })}`;
}

function describeInput({ command, entry }: JudgedStep): string {
  if (command !== null) return command;
  if (typeof entry.input === 'string') return entry.input;
  try {
    return JSON.stringify(entry.input) ?? '';
  } catch {
    // too deep for the stack: built to break readers, and unreadable anyway
    return '[an input that is nested too deep to be shown]';
  }
}
