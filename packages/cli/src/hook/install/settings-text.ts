import { findDocument, findItems, findMembers, type Range, skipSpace } from '@assay/proxy';
import { AssayError } from '@assay/schema';

/* Edits JSON as text, so that comments, order and formatting of everything else stay as they are. */

/** Parses JSON with comments and trailing commas. */
export function parseSettings(text: string, file: string): unknown {
  if (text.trim() === '') return {};
  const plain = text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
  try {
    return JSON.parse(plain);
  } catch (cause) {
    throw new AssayError('invalid_config', `${file}: ${(cause as Error).message}; nothing was changed`, { cause });
  }
}

/** Adds an item to the end of the list at a key path; creates what is missing. */
export function addItem(text: string, path: readonly string[], item: unknown): string {
  const given = text.trim() === '' ? '{}\n' : text;
  const [present, missing] = splitPath(given, path);
  const [key, ...rest] = missing;
  if (key === undefined) return insert(given, locate(given, path), { piece: item, depth: path.length + 1 });
  const value = rest.reduceRight((inner: unknown, name) => ({ [name]: inner }), [item]);
  const container = present.length === 0 ? findDocument(given) : locate(given, present);
  return insert(given, container, { key, piece: value, depth: present.length + 1 });
}

/** Removes the items of the list at a key path that match, and the containers that are empty then. */
export function removeItems(text: string, path: readonly string[], matches: (item: unknown) => boolean): string {
  if (splitPath(text, path)[1].length > 0) return text;
  const list = locate(text, path);
  const items = findItems(text, list.start);
  const index = items.findLastIndex(({ start, end }) => matches(parseSettings(text.slice(start, end), 'settings')));
  if (index === -1) return text;
  if (items.length === 1) return removeMember(text, path);
  return removeItems(cut(text, items, { index, open: list.start }), path, matches);
}

function removeMember(text: string, path: readonly string[]): string {
  const parent = path.slice(0, -1);
  const container = parent.length === 0 ? findDocument(text) : locate(text, parent);
  const members = [...(findMembers(text, parent) ?? [])];
  if (members.length === 1 && parent.length > 0) return removeMember(text, parent);
  const index = members.findIndex(([name]) => name === path.at(-1));
  // a member starts at its key
  const whole = members.map(([, { end }], at) => ({
    start: startOfMember(text, container, members[at - 1]?.[1]),
    end,
  }));
  return cut(text, whole, { index, open: container.start });
}

function startOfMember(text: string, container: Range, before: Range | undefined): number {
  if (before === undefined) return skipSpace(text, container.start + 1);
  return skipSpace(text, skipSpace(text, before.end) + 1);
}

function cut(text: string, parts: readonly Range[], { index, open }: { index: number; open: number }): string {
  const part = parts[index] as Range;
  const next = parts[index + 1];
  if (next !== undefined) return text.slice(0, part.start) + text.slice(next.start);
  const from = parts[index - 1]?.end ?? open + 1;
  return text.slice(0, from) + text.slice(part.end);
}

/** The keys of a path that exist, and those that do not. */
function splitPath(text: string, path: readonly string[]): [string[], string[]] {
  let length = 0;
  while (length < path.length && findMembers(text, path.slice(0, length))?.has(path[length] as string)) length++;
  return [path.slice(0, length), path.slice(length)];
}

function locate(text: string, path: readonly string[]): Range {
  const range = findMembers(text, path.slice(0, -1))?.get(path.at(-1) as string);
  if (range === undefined || !'[{'.includes(text[range.start] as string))
    throw new AssayError('invalid_config', `expected a list or an object at ${path.join('.')}; nothing was changed`);
  return range;
}

interface Insertion {
  /** In an object. */
  readonly key?: string;
  readonly piece: unknown;
  readonly depth: number;
}

function insert(text: string, container: Range, { key, piece, depth }: Insertion): string {
  const isObject = text[container.start] === '{';
  if (isObject !== (key !== undefined))
    throw new AssayError('invalid_config', `expected ${isObject ? 'a list' : 'an object'}; nothing was changed`);
  const last = isObject ? lastMember(text, container) : findItems(text, container.start).at(-1);
  const { indent, newline } = readStyle(text);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const lines = (name + JSON.stringify(piece, null, indent)).replaceAll('\n', `${newline}${indent.repeat(depth)}`);
  const close = container.end - 1;
  const before = text.slice(0, close).trimEnd();
  const added = `${newline}${indent.repeat(depth)}${lines}${newline}${indent.repeat(depth - 1)}`;
  if (last === undefined) return before + added + text.slice(close);
  const hasComma = text[skipSpace(text, last.end)] === ',';
  const comma = hasComma ? '' : ',';
  return before.slice(0, last.end) + comma + before.slice(last.end) + added + text.slice(close);
}

function lastMember(text: string, container: Range): Range | undefined {
  const inner = text.slice(container.start, container.end);
  const last = [...(findMembers(inner, []) ?? [])].at(-1)?.[1];
  return last === undefined ? undefined : { start: container.start + last.start, end: container.start + last.end };
}

const readStyle = (text: string) => ({
  indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  newline: text.includes('\r\n') ? '\r\n' : '\n',
});
