import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameTest, takeInventory } from '@assay/detect';
import type { CopyRun } from '../test-commands/test-copy.ts';

interface Folders {
  /** The parent commit, and the same with the changed tests. */
  readonly seed: string;
  readonly red: string;
}

/** A run of the parent's own tests, without those whose code the change replaces: what they showed is no longer asked. */
export async function leaveOutRewritten<T extends Pick<CopyRun, 'report'>>(
  ran: T,
  paths: readonly string[],
  folders: Folders,
): Promise<T> {
  if (ran.report === null) return ran;
  const rewritten = await listRewritten(paths, folders);
  const tests = ran.report.tests.filter(({ name }) => !rewritten.some((each) => isSameTest(name, each)));
  return { ...ran, report: { ...ran.report, tests } };
}

/** The names of tests in changed files that the parent has in other words. */
async function listRewritten(paths: readonly string[], { seed, red }: Folders): Promise<string[]> {
  const read = (folder: string, path: string) => readFile(join(folder, path)).catch(() => null);
  const sides = paths.map(
    async (path) => [path, { before: await read(seed, path), after: await read(red, path) }] as const,
  );
  const { before, after } = await takeInventory(new Map(await Promise.all(sides)));
  const known = new Set(before.flatMap(({ tests }) => tests.map(({ body_digest }) => body_digest)));
  const changed = after.flatMap(({ tests }) => tests.filter(({ body_digest }) => !known.has(body_digest)));
  return changed.map(({ name }) => withoutGroups(name));
}

function withoutGroups(name: string): string {
  const title = name.split(' > ').at(-1) ?? name;
  return /^[\w.]+$/.test(title) ? (title.split('.').at(-1) ?? title) : title;
}
