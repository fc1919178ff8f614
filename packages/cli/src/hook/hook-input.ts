import { AssayError } from '@assay/schema';
import { at, isObject, text } from '@assay/schema/json';
import type { HookAgent } from './hook-agent.ts';

/** What an agent tells a hook. */
export interface HookInput {
  readonly session_id: string;
  readonly cwd: string;
  readonly transcript_path: string | null;
  /** The message the agent wants to end with. */
  readonly last_message: string;
}

/** Reads the JSON of a hook. */
export function readHookInput(json: string, { last_message }: HookAgent): HookInput {
  const input = parse(json);
  const session_id = text(at(input, 'session_id'));
  const cwd = text(at(input, 'cwd'));
  if (!session_id || !cwd) throw new AssayError('invalid_input', 'expected JSON of a hook with session_id and cwd');
  return {
    session_id,
    cwd,
    transcript_path: text(at(input, 'transcript_path')) || null,
    last_message: text(at(input, last_message)) ?? '',
  };
}

function parse(json: string) {
  try {
    const input = JSON.parse(json);
    if (isObject(input)) return input;
  } catch {
    // the message below says what was expected
  }
  throw new AssayError('invalid_json', 'expected one JSON object on standard input');
}
