import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Baseline } from '@assay/detect';
import { stateFolder } from '../config.ts';

/** What hooks remember of a session, in the user's state folder: a sandboxed agent cannot write there. */
export interface SessionState {
  /** A name of the session, unique among all agents. */
  readonly name: string;
  /** The folder for the objects of the baseline of a work tree. */
  folderOf(root: string): string;
  /** One per work tree, oldest first. */
  readBaselines(): Baseline[];
  saveBaseline(baseline: Baseline): void;
  /** The keys of the problems that the agent was told. */
  readTold(): ReadonlySet<string>;
  saveTold(keys: ReadonlySet<string>): void;
  /** Free-form JSON that can be computed again. */
  readCached(name: string): unknown;
  saveCached(name: string, value: unknown): void;
  /** Lets no other hook of the session work at the same time. */
  exclusively<Result>(work: () => Result): Result;
}

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export const hooksFolder = (): string => join(stateFolder(), 'hooks');

/** A short name for a text, safe as a file name. */
export const nameFor = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

export function openSessionState(agent: string, session_id: string): SessionState {
  const name = nameFor(agent, session_id);
  const folder = join(hooksFolder(), 'sessions', name);
  const roots = join(folder, 'roots');
  const file = (cached: string): string => join(folder, `${cached}.json`);
  const save = (cached: string, value: unknown): void => saveJson(file(cached), value);
  const read = (cached: string): unknown => readJson(file(cached));
  const folderOf = (root: string): string => join(roots, nameFor(root));
  return {
    name,
    folderOf,
    readBaselines() {
      if (!existsSync(roots)) return [];
      return readdirSync(roots)
        .flatMap((one) => (readJson(join(roots, one, 'baseline.json')) as SavedBaseline | null) ?? [])
        .map((saved): Baseline => ({ ...saved, stamps: new Map(saved.stamps) }))
        .toSorted((a, b) => a.taken_ms - b.taken_ms);
    },
    saveBaseline: ({ stamps, ...baseline }) =>
      saveJson(join(folderOf(baseline.root), 'baseline.json'), { ...baseline, stamps: [...stamps] }),
    readTold: () => new Set((read('told') ?? []) as string[]),
    saveTold: (keys) => save('told', [...keys]),
    readCached: (name) => read(name),
    saveCached: save,
    exclusively: (work) => exclusively(folder, work),
  };
}

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

function saveJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // renamed into place, so that a concurrent hook never reads half of it
  const half = `${file}.${process.pid}`;
  writeFileSync(half, JSON.stringify(value), { mode: 0o600 });
  renameSync(half, file);
}

const LOCK_STEP_MS = 10;
// the agent waits meanwhile; what a lock protects takes milliseconds
const LONGEST_LOCK_MS = 3_000;

/** Does work that no other process does at the same time on a file or folder. */
export function exclusively<Result>(path: string, work: () => Result): Result {
  const lock = `${path}.lock`;
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  for (let waited_ms = 0; waited_ms < LONGEST_LOCK_MS && !take(lock); waited_ms += LOCK_STEP_MS)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_STEP_MS);
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Notes that a session answers for a commit. False if another one does. */
export function claimCommit(oid: string, session: string): boolean {
  const file = join(hooksFolder(), 'commits', oid);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, session, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8') === session;
  }
}

type SavedBaseline = Omit<Baseline, 'stamps'> & {
  readonly stamps: [string, Baseline['stamps'] extends ReadonlyMap<string, infer S> ? S : never][];
};

/** Removes the state of sessions that are long over, and their commits. */
export function removeOldSessions(now_ms: number): void {
  for (const folder of ['sessions', 'commits'].map((name) => join(hooksFolder(), name))) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) {
      const old = join(folder, name);
      const used_ms = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? now_ms;
      if (now_ms - used_ms > KEPT_DAYS * DAY_MS) rmSync(old, { recursive: true, force: true });
    }
  }
}
