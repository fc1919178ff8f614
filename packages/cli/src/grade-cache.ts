import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GradedFile, type GradeFileOptions, gradeFile } from '@assay/harness';
import { version } from './version.ts';

/** Changes with every build of the command, because the facts of an unchanged file may too. */
const EDITION = statSync(fileURLToPath(import.meta.url)).mtimeMs;

export interface CachedGradeOptions extends GradeFileOptions {
  /** The folder of the cache; null to grade everything again. */
  readonly cache: string | null;
}

/**
 * The grade of a file from the cache; null if it has to be graded. The key is a digest of the content of the file and of
 * the logs of its sub-agents, of its folder, the options and this build. Details are never cached, and neither is the
 * answer of a judge.
 */
export async function findCached(path: string, { cache, ...options }: CachedGradeOptions): Promise<GradedFile | null> {
  const place = await placeOf(path, cache, options).catch(() => null);
  const kept = place === null ? null : await readGrade(place);
  return kept === null ? null : { grade: { ...kept.grade, source: path } };
}

/** Grades a file and keeps the grade for the next time. */
export async function gradeAndKeep(path: string, { cache, ...options }: CachedGradeOptions): Promise<GradedFile> {
  const place = await placeOf(path, cache, options).catch(() => null);
  const graded = await gradeFile(path, options);
  if (place !== null) await writeGrade(place, graded);
  return graded;
}

async function placeOf(path: string, cache: string | null, options: GradeFileOptions): Promise<string | null> {
  if (cache === null || options.withDetails === true || options.asking !== undefined) return null;
  const key = digestFiles([path, ...(await listCompanions(path))], { ...options, folder: dirname(path) });
  return join(cache, 'grades', key.slice(0, 2), `${key}.json`);
}

async function listCompanions(path: string): Promise<string[]> {
  const folder = `${path.replace(/\.jsonl$/, '')}/subagents`;
  const names = await readdir(folder).catch(() => []);
  return names.toSorted().map((name) => join(folder, name));
}

// without instructions for SHA-256 in the processor, SHA-512 is the faster one
function digestFiles(paths: readonly string[], options: GradeFileOptions & { folder: string }): string {
  const hash = createHash('sha512').update(JSON.stringify([EDITION, version(), options]));
  for (const path of paths) digestFile(hash.update('\0'), path);
  return hash.digest('hex').slice(0, 64);
}

// one buffer for all files: a stream per file would spend more time on its buffers than on the digest
const BUFFER = Buffer.allocUnsafe(1 << 18);

function digestFile(hash: Hash, path: string): void {
  // opening a FIFO would block forever
  if (!statSync(path).isFile()) throw new TypeError(`Expected a file at ${path}`);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, BUFFER); read > 0; read = readSync(file, BUFFER))
      hash.update(BUFFER.subarray(0, read));
  } finally {
    closeSync(file);
  }
}

// a broken or missing entry is graded again
const readGrade = (place: string): Promise<Pick<GradedFile, 'grade'> | null> =>
  readFile(place, 'utf8')
    .then(
      (text) => JSON.parse(text) as Pick<GradedFile, 'grade'>,
      () => null,
    )
    .catch(() => null);

// the rename is atomic, so that another process never reads half an entry; a full disk only costs the cache
async function writeGrade(place: string, { grade }: GradedFile): Promise<void> {
  const draft = `${place}.${process.pid}.${performance.now()}`;
  await mkdir(join(place, '..'), { recursive: true })
    .then(() => writeFile(draft, JSON.stringify({ grade }), { mode: 0o600 }))
    .then(() => rename(draft, place))
    .catch(() => undefined);
}
