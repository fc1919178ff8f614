import { at, type Json, text } from '@assay/schema/json';
import type { Recorder } from '../transcript-reader.ts';

/** Readers for the line types of a stream, and the types without content. */
interface LineReaders {
  message(record: Json): void;
  system(record: Json): void;
  result(record: Json): void;
  readonly ignored: ReadonlySet<string>;
}

/** Reads a stream with the line types of Claude Code. */
export const readClaudeLines = (recorder: Recorder, { message, system, result, ignored }: LineReaders) => ({
  read(record: Json): void {
    const type = text(at(record, 'type')) ?? 'nothing';
    const session_id = text(at(record, 'session_id'));
    if (session_id) recorder.identify({ session_id });
    if (type === 'assistant' || type === 'user') message(record);
    else if (type === 'system') system(record);
    else if (type === 'result') result(record);
    else if (!ignored.has(type)) recorder.unknown(`line ${type}`);
  },
});
