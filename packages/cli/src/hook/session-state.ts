import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Baseline } from '@assay/detect';
import { stateFolder } from '../config.ts';

/** What hooks remember of a session, in the user's state folder: a sandboxed agent cannot write there. */
export interface SessionState {
  /** The folder for the objects of the baseline. */
  readonly folder: string;
  readBaseline(): Baseline | null;
  saveBaseline(baseline: Baseline): void;
  /** The keys of the problems that the agent was told. */
  readTold(): ReadonlySet<string>;
  saveTold(keys: ReadonlySet<string>): void;
  /** Free-form JSON that can be computed again. */
  readCached(name: string): unknown;
  saveCached(name: string, value: unknown): void;
}

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export const hooksFolder = (): string => join(stateFolder(), 'hooks');

/** A short name for a text, safe as a file name. */
export const nameFor = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

export function openSessionState(agent: string, session_id: string): SessionState {
  const folder = join(hooksFolder(), 'sessions', nameFor(agent, session_id));
  const file = (name: string): string => join(folder, `${name}.json`);
  const save = (name: string, value: unknown): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // renamed into place, so that a concurrent hook never reads half of it
    const half = `${file(name)}.${process.pid}`;
    writeFileSync(half, JSON.stringify(value), { mode: 0o600 });
    renameSync(half, file(name));
  };
  const read = (name: string): unknown =>
    existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : null;
  return {
    folder,
    readBaseline() {
      const saved = read('baseline') as SavedBaseline | null;
      return saved === null ? null : { ...saved, stamps: new Map(saved.stamps) };
    },
    saveBaseline: ({ stamps, ...baseline }) => save('baseline', { ...baseline, stamps: [...stamps] }),
    readTold: () => new Set((read('told') ?? []) as string[]),
    saveTold: (keys) => save('told', [...keys]),
    readCached: (name) => read(name),
    saveCached: save,
  };
}

type SavedBaseline = Omit<Baseline, 'stamps'> & {
  readonly stamps: [string, Baseline['stamps'] extends ReadonlyMap<string, infer S> ? S : never][];
};

/** Removes the state of sessions that are long over. */
export function removeOldSessions(now_ms: number): void {
  const folder = join(hooksFolder(), 'sessions');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const session = join(folder, name);
    const used_ms = statSync(session, { throwIfNoEntry: false })?.mtimeMs ?? now_ms;
    if (now_ms - used_ms > KEPT_DAYS * DAY_MS) rmSync(session, { recursive: true, force: true });
  }
}
