import type { TranscriptEntry } from '@assay/schema';
import { at, isObject, type Json, list, number, text } from '@assay/schema/json';
import { markFailure } from '../transcript-reader.ts';

/** Fields of a call in a permission request. Its content is the question, not a result. */
export const ASKED = ['title', 'kind', 'rawInput', 'locations', '_meta'] as const;
/** Fields of a call in an update. */
export const TOLD = [...ASKED, 'content', 'rawOutput', 'status'] as const;
/** Fields of a call known so far. */
export type Fields = Partial<Record<(typeof TOLD)[number], Json>>;

/** A tool call, which arrives in several updates. */
export interface Call {
  readonly id: string;
  readonly fields: Fields;
  isOver: boolean;
}

/** The tool of a call. Agents put its real name in extra fields or in the call id. */
export function nameOf(id: string, fields: Fields): string {
  const meta = fields._meta;
  const named = [meta, ...(isObject(meta) ? Object.values(meta) : [])].map((each) => text(at(each, 'toolName')));
  const inId = /^(.{1,100})__\1_\d+_\d+$/.exec(id)?.[1];
  const inInput = text(at(fields.rawInput, 'tool_name')) ?? text(at(fields.rawInput, 'tool'));
  const [kind, title] = [text(fields.kind), text(fields.title)];
  const shown = kind === 'other' ? (title ?? kind) : (kind ?? title);
  return named.find(Boolean) || inId || inInput || shown || 'unknown';
}

/** The input of a call. Without `rawInput`, the title is the command and the locations are the files. */
export function inputOf(fields: Fields): Json {
  if (fields.rawInput !== undefined) return fields.rawInput;
  const title = text(fields.title);
  const paths = list(fields.locations).flatMap((location) => text(at(location, 'path')) ?? []);
  return {
    ...(title === undefined ? {} : { [fields.kind === 'execute' ? 'command' : 'title']: title }),
    ...(paths.length === 0 ? {} : { paths }),
  };
}

/** The result of a finished call. */
export function describeResult({ id, fields }: Call): TranscriptEntry {
  const shown = list(fields.content).map((each) => blockText(at(each, 'content') ?? each));
  const exit_code = number(at(fields.rawOutput, 'metadata', 'exit'));
  const status = text(fields.status) ?? 'completed';
  return {
    type: 'tool_result',
    tool_id: id,
    text: shown.length > 0 ? shown.join('\n') : (text(fields.rawOutput) ?? text(at(fields.rawOutput, 'output')) ?? ''),
    ...markFailure(status === 'failed'),
    exit_code: Number.isSafeInteger(exit_code) ? exit_code : null,
    status,
  };
}

/** A block of content as text. */
export function blockText(block: Json): string {
  if (block === undefined) return '';
  const type = text(at(block, 'type')) ?? 'content';
  const of = text(at(block, 'path')) ?? text(at(block, 'uri'));
  return text(at(block, 'text')) ?? (of === undefined ? `[${type}]` : `[${type} of ${of}]`);
}
