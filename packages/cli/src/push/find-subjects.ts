import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findRuns, readRunWithGrade } from '@assay/harness';
import { AssayError, Comparison, ComparisonId, Proof, parse, RunId } from '@assay/schema';
import { findSessions, findTranscripts } from '@assay/transcripts';
import { findCompared, listRunFolders } from '../find-report-subject.ts';

/** Something of this machine that can be sent. */
export type Subject =
  | { readonly kind: 'run'; readonly folder: string; readonly run_id: string }
  | { readonly kind: 'session'; readonly path: string }
  | { readonly kind: 'comparison'; readonly comparison: Comparison }
  | { readonly kind: 'proof'; readonly scenario: string; readonly proof: Proof };

export interface FindSubjectsOptions {
  /** The base folder for relative paths. */
  readonly folder: string;
  /** The `.assay` folder. */
  readonly root: string;
  /** The home folder, where agents store their sessions. */
  readonly home: string;
}

/** Finds what the names mean: runs by id, label or folder; comparisons by id or file; sessions by id, file or folder. */
export async function findSubjects(names: readonly string[], options: FindSubjectsOptions): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const name of names) found.push(...(await findNamed(name, options)));
  return unique(found);
}

/** Everything that was made in this folder: its proofs, runs and comparisons. */
export async function findMade({ root }: Pick<FindSubjectsOptions, 'root'>): Promise<Subject[]> {
  const folders = await listRunFolders(join(root, 'runs'));
  const files = (await readdir(join(root, 'comparisons')).catch(() => [])).filter(
    (name) => ComparisonId.safeParse(name.replace(/\.json$/, '')).success,
  );
  const comparisons = await Promise.all(
    files.toSorted().map((name) => readComparison(join(root, 'comparisons', name))),
  );
  return [
    ...(await findProofs(root, folders)),
    ...folders.map(toRun),
    ...comparisons.flatMap((comparison) => (comparison === null ? [] : [{ kind: 'comparison', comparison } as const])),
  ];
}

/** The proofs of the tasks of these runs. */
async function findProofs(root: string, folders: readonly string[]): Promise<Subject[]> {
  const scenarios = new Map<string, string>();
  for (const folder of folders) {
    const kept = await readRunWithGrade(folder).catch(() => null);
    if (kept !== null) scenarios.set(kept.evidence.run.task_digest, kept.evidence.run.scenario);
  }
  const proofs: Subject[] = [];
  for (const [digest, scenario] of scenarios) {
    const proof = await readJson(join(root, 'proofs', `${digest}.json`), (value) => parse(Proof, value));
    if (proof !== null) proofs.push({ kind: 'proof', scenario, proof });
  }
  return proofs;
}

async function findNamed(name: string, options: FindSubjectsOptions): Promise<Subject[]> {
  const { folder, root, home } = options;
  const place = resolve(folder, name);
  const file = ComparisonId.safeParse(name).success ? join(root, 'comparisons', `${name}.json`) : place;
  const comparison = await readComparison(file);
  if (comparison !== null) {
    const { folders } = await findCompared(comparison, options);
    return [...folders.map(toRun), { kind: 'comparison', comparison }];
  }
  const kind = await kindOf(place);
  if (kind === 'file') return [{ kind: 'session', path: place }];
  if (kind === 'folder' && (await kindOf(join(place, 'evidence.json'))) === null) {
    const inside = await listRunFolders(place);
    if (inside.length > 0) return inside.map(toRun);
    return (await findTranscripts(place)).map(({ path }) => ({ kind: 'session', path }));
  }
  const runs = await findRuns([name], { folder, root }).catch((error: unknown) => error);
  if (Array.isArray(runs)) return runs.map(toRun);
  const sessions = RunId.safeParse(name).success ? [] : await findSessions(home);
  const session = sessions.find(({ path }) => path.includes(name));
  if (session !== undefined) return [{ kind: 'session', path: session.path }];
  throw new AssayError('run_not_found', `nothing to push: no run, label, comparison, session or file ${name}`, {
    cause: runs,
  });
}

const toRun = (folder: string): Subject => ({ kind: 'run', folder, run_id: folder.split('/').at(-1) ?? folder });

const readComparison = (file: string): Promise<Comparison | null> =>
  readJson(file, (value) => parse(Comparison, value));

// a transcript may be of any size, and a comparison is not
const MAX_JSON_BYTES = 64 * 1024 * 1024;

async function readJson<T>(file: string, read: (value: unknown) => T): Promise<T | null> {
  try {
    if (!file.endsWith('.json') || (await stat(file)).size > MAX_JSON_BYTES) return null;
    return read(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // missing, or something else
    return null;
  }
}

async function kindOf(place: string): Promise<'file' | 'folder' | null> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return null;
  return found.isDirectory() ? 'folder' : 'file';
}

function unique(subjects: readonly Subject[]): Subject[] {
  const nameOf = (subject: Subject): string => {
    switch (subject.kind) {
      case 'run':
        return subject.folder;
      case 'session':
        return subject.path;
      case 'comparison':
        return subject.comparison.comparison_id;
      case 'proof':
        return subject.proof.task_digest;
    }
  };
  return [...new Map(subjects.map((subject) => [nameOf(subject), subject])).values()];
}
