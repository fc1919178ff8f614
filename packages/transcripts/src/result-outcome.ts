import type { TranscriptEntry } from '@assay/schema';
import { at, text as textIn } from '@assay/schema/json';
import { COMMAND_FIELDS, toolKind, withoutColors } from '@assay/scoring';
import { showsFailure } from './shell-failure.ts';
import { callsTool, isAgentError, isToolError } from './tool-errors.ts';

/** How a call ended, as far as its text shows it. */
type Outcome = Pick<TranscriptEntry, 'is_error' | 'exit_code'>;

/** A call, as far as it matters for reading its result. */
type Call = Pick<TranscriptEntry, 'tool' | 'input'>;

/** Completes results, in order: how their call ended is read from the text if the reader found no field for it. */
export function createOutcomes(): (entry: TranscriptEntry) => TranscriptEntry {
  const calls = new Map<string, Call>();
  return (entry) => {
    const { type, tool_id, is_error, exit_code } = entry;
    if (type === 'tool_use' && tool_id) calls.set(tool_id, entry);
    if (type !== 'tool_result') return entry;
    const call = tool_id ? calls.get(tool_id) : undefined;
    if (tool_id) calls.delete(tool_id);
    if (exit_code != null) return { ...entry, is_error: is_error ?? exit_code !== 0 };
    if (is_error === false) return entry;
    const read = readOutcome(call, entry.text ?? '');
    if (is_error == null) return { ...entry, ...read };
    // 0 is the code of an earlier command, and a negative one means none
    return (read.exit_code ?? 0) > 0 ? { ...entry, exit_code: read.exit_code } : entry;
  };
}

/** How much of a long result is searched for an exit code at each end. */
const EDGE = 800;

/**
 * Reads from the text of a result whether its call failed. Only for formats without a field for it.
 *
 * In this order: the exit code that the agent writes around the output; the error messages of agents' own tools; the
 * messages of the shell and of common programs. The last group is read only where such a program ran, and not from the
 * output of a command that prints files or whose exit code is that of a filter.
 */
export function readOutcome(call: Call | undefined, written: string): Outcome {
  const plain = withoutColors(written);
  const text = /bash-\$\s*$/.test(plain.slice(-20)) ? plain.replace(PROMPT, '') : plain;
  const kind = call?.tool === undefined ? 'other' : toolKind(call.tool);
  const command = commandOf(call?.input);
  // any tool may be a shell under another name, such as `bash_command`
  const isShell = kind === 'shell' || kind === 'process' || call === undefined || (kind === 'other' && command !== '');
  const exit_code = isShell ? readExitCode(text) : undefined;
  if (exit_code !== undefined) return { is_error: exit_code !== 0, exit_code };
  if (isAgentError(text)) return { is_error: true };
  if (kind === 'agent') return { is_error: false };
  if (!isShell || callsTool(command)) return { is_error: isToolError(text) };
  return { is_error: showsFailure(command, text) };
}

/** What SWE-agent adds to each result. */
const PROMPT =
  /(?:\n\(Open file: [^\n]*\))?\n\(Current directory: [^\n]*\)(?:\n\(Interactive session: [^\n]*\))?\nbash-\$\s*$/;

/** Exit codes as agents write them before the output of a command. */
const BEFORE =
  /^\s*(?:<returncode>(-?\d{1,10})<\/returncode>|(?:Error: )?Exit code:? (-?\d{1,10})\s*(?:\n|$)|(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (-?\d{1,10})\b|Command (?:failed|exited) with (?:exit )?code:? (-?\d{1,10})\b)/;
/** Exit codes as agents write them after it, each on a separate line. */
const AFTER =
  /^[ \t]*(?:[[(<]|error )?(?:(?:The )?command (?:completed|finished|exited|failed)|process (?:completed|exited|finished)|shell\w*[^\n]{0,30}? completed|exited|exit|return|returned)[^\n]{0,40}?[ :=_-]*(?:code|status)[ :=]+\(?(-?\d{1,10})\)?(?:[\])>.]*|\. [^\n]{0,60}\])[ \t]*$/gim;
const IN_JSON = /"(?:exit_?code|return_?code)"\s*:\s*(-?\d{1,10})\b/i;

function readExitCode(text: string): number | undefined {
  const head = text.slice(0, EDGE);
  const written = [
    ...(BEFORE.exec(head)?.slice(1) ?? []),
    ...(head.startsWith('{') ? (IN_JSON.exec(head) ?? IN_JSON.exec(text.slice(-EDGE)) ?? []).slice(1) : []),
    ...[...text.slice(-EDGE).matchAll(AFTER)].slice(-1).flatMap((match) => match[1]),
  ].find((code) => code !== undefined);
  return written === undefined ? undefined : Number(written);
}

function commandOf(input: unknown): string {
  if (typeof input === 'string') return input;
  const found = COMMAND_FIELDS.map((field) => at(input, field)).find((value) => value !== undefined);
  return textIn(found) ?? (Array.isArray(found) ? found.filter((word) => typeof word === 'string').join(' ') : '');
}
