import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { applyEdits, type Edit, requireSafePath } from './apply-edits.ts';
import { type FilePatch, type Hunk, parsePatch } from './parse-patch.ts';

/**
 * Applies a unified diff to a workspace completely or not at all. Uses neither git nor `patch`: both read
 * configuration and attributes from the workspace.
 */
export async function applyPatch(workspace: string, bytes: Uint8Array): Promise<readonly string[]> {
  const edits = new Map<string, Edit>();
  for (const patch of parsePatch(bytes)) {
    for (const edit of await editsOf(workspace, { patch, edits })) edits.set(edit.path, edit);
  }
  await applyEdits(workspace, [...edits.values()]);
  return [...edits.keys()];
}

interface Step {
  readonly patch: FilePatch;
  /** The result of earlier parts of the same patch. */
  readonly edits: ReadonlyMap<string, Edit>;
}

async function editsOf(workspace: string, { patch, edits }: Step): Promise<Edit[]> {
  const [from, to] = [pathOf(patch.from), pathOf(patch.to)];
  // check before reading: a link can point to an endless file
  for (const path of [from, to]) if (path !== null) await requireSafePath(workspace, path);
  const old = from === null ? '' : await readOld(workspace, { path: from, edits });
  if (from === null && to !== null && (await exists(workspace, { path: to, edits })))
    throw refuse(to, 'the patch adds it and it already exists');
  const text = applyHunks(old, { path: to ?? from ?? '', hunks: patch.hunks });
  if (to === null && text !== '') throw refuse(from ?? '', 'the patch deletes it without listing all of its lines');
  const executable =
    patch.executable ?? (from !== null && from !== to ? await isExecutable(workspace, from) : undefined);
  return [
    ...(from !== null && from !== to ? [{ path: from, content: null }] : []),
    ...(to === null
      ? []
      : [{ path: to, content: Buffer.from(text, 'latin1'), ...(executable === undefined ? {} : { executable }) }]),
  ];
}

// names are latin1-decoded bytes up to here
const pathOf = (name: string | null): string | null =>
  name === null ? null : Buffer.from(name, 'latin1').toString('utf8');

async function readOld(workspace: string, { path, edits }: { path: string; edits: Step['edits'] }): Promise<string> {
  const earlier = edits.get(path)?.content;
  if (earlier === null) throw refuse(path, 'an earlier part of the patch deletes it');
  if (earlier !== undefined) return Buffer.from(earlier).toString('latin1');
  return await readFile(join(workspace, path), 'latin1').catch(() => {
    throw refuse(path, 'it does not exist');
  });
}

const exists = async (workspace: string, { path, edits }: { path: string; edits: Step['edits'] }): Promise<boolean> => {
  const earlier = edits.get(path);
  if (earlier !== undefined) return earlier.content !== null;
  return await lstat(join(workspace, path)).then(
    () => true,
    () => false,
  );
};

const isExecutable = async (workspace: string, path: string): Promise<boolean> =>
  ((await lstat(join(workspace, path)).catch(() => undefined))?.mode ?? 0) % 2 === 1;

function applyHunks(old: string, { path, hunks }: { path: string; hunks: readonly Hunk[] }): string {
  const lines = old.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let done = 0;
  for (const hunk of hunks) {
    const place = findPlace(lines, { hunk, from: done });
    if (place === undefined)
      throw refuse(path, `the lines from ${hunk.start} do not match the patch, or match in two places`);
    result.push(...lines.slice(done, place), ...hunk.after);
    done = place + hunk.before.length;
  }
  return [...result, ...lines.slice(done)].join('');
}

// where the patch says, or else in the only other place that matches
function findPlace(lines: readonly string[], { hunk, from }: { hunk: Hunk; from: number }): number | undefined {
  const fits = (place: number): boolean =>
    place >= from && hunk.before.every((line, offset) => lines[place + offset] === line);
  const said = hunk.before.length === 0 ? hunk.start : hunk.start - 1;
  if (said <= lines.length && fits(said)) return said;
  if (hunk.before.length === 0) return undefined;
  const places = lines.map((_, place) => place).filter(fits);
  return places.length === 1 ? places[0] : undefined;
}

const refuse = (path: string, found: string): AssayError =>
  new AssayError('invalid_input', `Expected a patch that fits ${JSON.stringify(path)}, but ${found}`);
