import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AssayError, parseStrictJson } from '@assay/schema';
import { findMembers } from './find-members.ts';
import { type Entry, type Launch, unwrapEntry, wrapEntry } from './wrap-entry.ts';

export interface EditOptions {
  readonly file: string;
  readonly places: readonly (readonly string[])[];
  /** Server names; empty for all. */
  readonly names: readonly string[];
  readonly change: { readonly wrap: Launch } | 'undo';
  /** The folder for the original entries. */
  readonly memory: string;
}

export interface Edited {
  readonly file: string;
  /** The copy of the file before the first change; null if nothing changed. */
  readonly backup: string | null;
  readonly changed: readonly string[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

const MOST_TRIES = 5;

/** Changes the server entries of a configuration and no other byte. Repeating it changes nothing. */
export async function editConfig(options: EditOptions): Promise<Edited> {
  // edit the target of a link, not the link
  const file = await realpath(options.file).catch(() => options.file);
  const memory = await openMemory(options.memory, file);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await readText(file);
    const edit = planEdit(before, { ...options, file }, memory.entries);
    if (edit.text === before) return { file, backup: null, changed: [], skipped: edit.skipped };
    const isUndo = options.change === 'undo';
    const backup = `${file}.before-assay`;
    if (!isUndo && memory.entries.size === 0) await writeLike(file, backup, before);
    // saved first, so that it can be undone if the process dies in between
    if (!isUndo) await memory.keep(edit.remembered);
    // a running client writes its file too
    if ((await readText(file)) !== before) continue;
    await writeLike(file, `${file}.assay-new`, edit.text);
    await rename(`${file}.assay-new`, file);
    if (isUndo) await memory.keep(new Map([...memory.entries].filter(([key]) => !edit.remembered.has(key))));
    return { file, backup: isUndo ? null : backup, changed: edit.changed, skipped: edit.skipped };
  }
  throw new AssayError('conflict', `${file} kept changing during the edit; quit the client and try again`);
}

/** An entry before and after the change. */
interface Remembered {
  readonly original: string;
  readonly wrapped: string;
}

interface Edit {
  readonly text: string;
  readonly changed: string[];
  readonly skipped: { name: string; reason: string }[];
  readonly remembered: Map<string, Remembered>;
}

function planEdit(
  before: string,
  { file, places, names, change }: EditOptions,
  known: ReadonlyMap<string, Remembered>,
): Edit {
  const found = findServers(before, file, places);
  refuseUnknown(names, found);
  const edit: Edit = { text: before, changed: [], skipped: [], remembered: new Map(change === 'undo' ? [] : known) };
  let text = before;
  // from the end, so that earlier positions stay valid
  for (const { key, name, start, end, entry } of found.toSorted((a, b) => b.start - a.start)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const original = before.slice(start, end);
    const put = (replacement: string): void => {
      text = text.slice(0, start) + replacement + text.slice(end);
      edit.changed.unshift(name);
    };
    if (change === 'undo') {
      const remembered = known.get(key);
      const restored = restore(entry, remembered, (value) => format(value, before, start));
      if (restored === undefined) continue;
      put(restored);
      if (remembered !== undefined) edit.remembered.set(key, remembered);
      continue;
    }
    const wrapped = wrapEntry(entry, change.wrap, names.length > 0);
    if ('reason' in wrapped) {
      edit.skipped.unshift({ name, reason: wrapped.reason });
      continue;
    }
    const replacement = format(wrapped.entry, before, start);
    put(replacement);
    edit.remembered.set(key, { original, wrapped: replacement });
  }
  return { ...edit, text };
}

// the exact original if the entry was not edited since; otherwise unwrapped from what it is now
function restore(
  entry: Entry,
  remembered: Remembered | undefined,
  write: (value: Entry) => string,
): string | undefined {
  if (remembered !== undefined && isDeepStrictEqual(JSON.parse(remembered.wrapped), entry)) return remembered.original;
  const unwrapped = unwrapEntry(entry);
  return unwrapped === undefined ? undefined : write(unwrapped);
}

interface Server {
  readonly key: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly entry: Entry;
}

function findServers(text: string, file: string, places: EditOptions['places']): Server[] {
  const document = parseConfig(text, file);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new AssayError('invalid_config', `${file}: expected an object, found something else; nothing was changed`);
  return places.flatMap((place) =>
    [...(findMembers(text, place) ?? [])].flatMap(([name, { start, end }]) => {
      const entry: unknown = JSON.parse(text.slice(start, end));
      const key = JSON.stringify([...place, name]);
      // only an object can be a server
      return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
        ? [{ key, name, start, end, entry: entry as Entry }]
        : [];
    }),
  );
}

function parseConfig(text: string, file: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (cause) {
    throw new AssayError('invalid_config', `${file}: ${(cause as Error).message}; nothing was changed`, { cause });
  }
}

function refuseUnknown(names: readonly string[], found: readonly Server[]): void {
  const known = [...new Set(found.map(({ name }) => name))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new AssayError(
      'usage',
      `expected one of the servers ${known.join(', ') || '(none configured)'}, found ${unknown}`,
    );
}

// in the style of the file: indent, line endings, or one line
function format(value: Entry, text: string, start: number): string {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1];
  if (indent === undefined) return JSON.stringify(value);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const base = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return JSON.stringify(value, null, indent).replaceAll('\n', `${newline}${base}`);
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
}

async function writeLike(like: string, file: string, text: string): Promise<void> {
  const { mode } = await stat(like);
  try {
    await writeFile(file, text, { mode, flush: true });
    // the umask may have removed some bits
    await chmod(file, mode);
  } catch (cause) {
    throw new AssayError('unwritable_file', `${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** The saved entries of a file, by key path. */
async function openMemory(folder: string, file: string) {
  const path = join(folder, `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`);
  const read = async (): Promise<Map<string, Remembered>> => {
    try {
      return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')).entries));
    } catch {
      // none yet, or lost: entries can be unwrapped without it
      return new Map();
    }
  };
  let entries = await read();
  return {
    get entries() {
      return entries;
    },
    async keep(changed: Map<string, Remembered>): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, JSON.stringify({ file, entries: Object.fromEntries(changed) }), { mode: 0o600 });
      await rename(`${path}.new`, path);
      entries = changed;
    },
  };
}
