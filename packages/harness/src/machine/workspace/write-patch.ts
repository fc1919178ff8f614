import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ObjectStore } from '@assay/detect';
import { formatName, LARGE_BYTES, runGit } from '@assay/detect';
import { AssayError, type ChangedPath, type FileState } from '@assay/schema';
import { buildTree } from './build-tree.ts';

interface PatchOptions {
  readonly store: ObjectStore;
  /** The changed paths to include; anything else, such as ignored files, is omitted. */
  readonly changed: readonly ChangedPath[];
  readonly target_file: string;
  readonly max_bytes: number;
  /** Redacts secrets. */
  readonly redact?: (text: string) => string;
}

interface WrittenPatch {
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly bytes: number;
  readonly truncated: boolean;
  /** Added and removed lines of the text files, whether or not the patch has them. */
  readonly lines: ReadonlyMap<string, NonNullable<ChangedPath['lines']>>;
}

// a diff that takes longer was made to keep git busy
const MAX_GIT_MS = 60_000;

const DIFF = [
  'diff-tree',
  '-r',
  '--no-ext-diff',
  '--no-textconv',
  '--text',
  '--no-renames',
  '--full-index',
  '--no-color',
  '--no-commit-id',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Writes the change as a patch, up to a size limit. Binary and large files are only named. */
export async function writePatch({
  store,
  changed,
  target_file,
  max_bytes,
  redact = (text) => text,
}: PatchOptions): Promise<WrittenPatch> {
  const shown = changed.map(leaveFolders);
  const [text, named] = [shown.filter(isShownInFull), shown.filter((change) => !isShownInFull(change))];
  const notes = Buffer.from(named.map(describe).join(''));
  const room = Math.max(0, max_bytes - notes.length);
  const { patch, cut, lines } =
    text.length === 0
      ? { patch: notes.subarray(0, 0), cut: false, lines: readCounts(Buffer.alloc(0)) }
      : await diff(store, text, room);
  const parts = [patch, notes.subarray(0, max_bytes)];
  const truncated = cut || notes.length > max_bytes;
  if (truncated) parts.push(Buffer.from(stateCut(patch, { of: changed.length, max_bytes })));
  const written = redactBytes(Buffer.concat(parts), redact);
  await writeFile(target_file, written).catch((cause: Error) => {
    throw new AssayError('unwritable_file', `${target_file} cannot be written: ${cause.message}`, { cause });
  });
  return { digest: hash('sha256', written), bytes: written.length, truncated, lines };
}

async function diff(store: ObjectStore, changes: readonly ChangedPath[], max_bytes: number) {
  // trees with only these files: nothing else can appear, and no other attributes apply
  const from = buildTree(store, sideOf(changes, 'before'));
  const to = buildTree(store, sideOf(changes, 'after'));
  store.flush();
  const kept: Buffer[] = [];
  let bytes = 0;
  const options = { git_dir: store.folder, timeout_ms: MAX_GIT_MS };
  const [counts, { exit_code, last_words }] = await Promise.all([
    runGit([...DIFF, '--numstat', '-z', from, to], options),
    runGit([...DIFF, '-p', from, to], {
      ...options,
      onStdout: (chunk) => {
        kept.push(chunk);
        bytes += chunk.length;
        return bytes <= max_bytes;
      },
    }),
  ]);
  const lines = readCounts(counts.stdout);
  // no exit code: stopped by the size limit or the timeout
  const cut = bytes > max_bytes || exit_code === null;
  if (!cut && exit_code !== 0) throw new AssayError('internal', `cannot create the patch: git: ${last_words}`);
  const whole = Buffer.concat(kept);
  if (!cut) return { patch: whole, cut, lines };
  const line = whole.lastIndexOf('\n', max_bytes - 1);
  return { patch: whole.subarray(0, line + 1), cut, lines };
}

/** Lines such as `12\t3\tsrc/a.ts`, each ending in a NUL. */
function readCounts(stdout: Buffer): Map<string, NonNullable<ChangedPath['lines']>> {
  const records = stdout.toString('latin1').split('\0').slice(0, -1);
  return new Map(
    records.map((record) => {
      const [added, removed, ...name] = record.split('\t');
      const names = name.join('\t').split('/');
      const path = names.map((one) => formatName(Buffer.from(one, 'latin1'))).join('/');
      return [path, { added: Number(added), removed: Number(removed) }];
    }),
  );
}

const sideOf = (changes: readonly ChangedPath[], side: 'before' | 'after') =>
  changes.flatMap((change) => {
    const state = change[side];
    return state === null ? [] : [{ path: change.path, mode: state.mode, oid: state.oid }];
  });

// patches have no folders: what replaced one counts as added
const leaveFolders = (change: ChangedPath): ChangedPath => ({
  ...change,
  before: change.before?.kind === 'folder' ? null : change.before,
  after: change.after?.kind === 'folder' ? null : change.after,
});

const isShownInFull = ({ before, after }: ChangedPath): boolean =>
  [before, after].every((state) => state === null || (!state.binary && state.size_bytes <= LARGE_BYTES));

const NO_OID = '0'.repeat(40);

/** Git's header and one line in place of the content. */
function describe({ path, before, after }: ChangedPath): string {
  const name = (side: 'a' | 'b') => quoteName(`${side}/${path}`);
  const oids = `${before?.oid ?? NO_OID}..${after?.oid ?? NO_OID}`;
  const why = before?.binary || after?.binary ? 'Binary' : 'Large';
  const [from, to] = [before === null ? '/dev/null' : name('a'), after === null ? '/dev/null' : name('b')];
  return [
    `diff --git ${name('a')} ${name('b')}`,
    ...describeMode(before, after),
    `index ${oids}${before?.mode === after?.mode ? ` ${after?.mode}` : ''}`,
    `${why} files ${from} and ${to} differ (${before?.size_bytes ?? 0} to ${after?.size_bytes ?? 0} bytes)`,
    '',
  ].join('\n');
}

function describeMode(before: FileState | null, after: FileState | null): string[] {
  if (before === null) return [`new file mode ${after?.mode}`];
  if (after === null) return [`deleted file mode ${before.mode}`];
  return before.mode === after.mode ? [] : [`old mode ${before.mode}`, `new mode ${after.mode}`];
}

// a name must not add lines to a patch
const quoteName = (name: string): string =>
  /[\p{Cc}"\\]/u.test(name)
    ? `"${name.replace(/[\p{Cc}"\\]/gu, (character) =>
        '"\\'.includes(character)
          ? `\\${character}`
          : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
      )}"`
    : name;

function stateCut(patch: Buffer, { of, max_bytes }: { of: number; max_bytes: number }): string {
  // only headers start with this text
  const started = patch.toString('latin1').match(/^diff --git /gm)?.length ?? 0;
  const whole = Math.max(0, started - 1);
  return `[patch cut at ${max_bytes} bytes: at least ${whole} of ${of} changed files are here in full]\n`;
}

function redactBytes(content: Buffer, redact: (text: string) => string): Buffer {
  // latin1 preserves bytes that are not UTF-8
  const encoding = isUtf8(content) ? 'utf8' : 'latin1';
  const text = content.toString(encoding);
  const redacted = redact(text);
  return redacted === text ? content : Buffer.from(redacted, encoding);
}
