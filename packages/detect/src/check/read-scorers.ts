import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { AssayError, type Evidence, Scenario, type ScorerSpec } from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import { lintPatterns } from '../lint-patterns.ts';
import type { Change } from '../repository/change.ts';
import { parseList } from '../repository/parse-list.ts';

// the evidence of a change without a run: no transcript and no commands
const GATHERED: ReadonlySet<keyof Evidence> = new Set<keyof Evidence>([
  'baseline_tree',
  'final_tree',
  'changed_paths',
  'ignored_changes',
  'watched_paths',
  'inventory',
  'signals',
  'secrets',
  'warnings',
]);

interface ScorersFile {
  readonly scorers: readonly ScorerSpec[];
  readonly warnings: readonly string[];
  /** Likely mistakes in its patterns. */
  readonly remarks: readonly string[];
}

/**
 * Reads a scorers file. If the change edits the file, the version of the base counts, so that a change cannot choose its
 * own checks.
 */
export async function readScorers(file: string, change: Change): Promise<ScorersFile> {
  const inRepository = placeIn(change, file);
  const touched = change.changed_paths.find(({ path }) => path === inRepository);
  const kept = touched === undefined ? null : ((await change.readBase([touched.path])).get(touched.path) ?? null);
  const scorers = parseList(kept ?? readContent(file), { name: file, schema: Scenario.shape.scorers });
  refuseUncheckable(scorers, file);
  const remarks = lintPatterns(scorers, { at: [], files: null }).map((remark) => `${file} ${remark}`);
  if (touched === undefined) return { scorers, warnings: [], remarks };
  const taken =
    kept === null
      ? 'is new in the change and is used as it is'
      : 'is part of the change; the version of the base is used';
  return { scorers, warnings: [`scorers_changed: ${file} ${taken}`], remarks };
}

/** Reads a scorers file with scorers of any type. */
export function readScorersFile(file: string): readonly ScorerSpec[] {
  const scorers = parseList(readContent(file), { name: file, schema: Scenario.shape.scorers });
  refuse(file, findRepeated(scorers));
  return scorers;
}

function placeIn({ root }: Change, file: string): string | undefined {
  if (root === null) return undefined;
  try {
    return relative(root, realpathSync(resolve(file)))
      .split(sep)
      .join('/');
  } catch {
    // missing; reading it reports that
    return undefined;
  }
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
}

function refuseUncheckable(scorers: readonly ScorerSpec[], file: string): void {
  const uncheckable = scorers.flatMap(({ type }, index) => {
    const scorer = SCORERS.find((one) => one.type === type);
    const missing = (scorer?.requires ?? []).filter((key) => !GATHERED.has(key));
    return missing.length === 0
      ? []
      : [
          `[${index}].type: ${type} needs ${missing.map(explain).join(' and ')}, which only \`assay run\` has; use another scorer`,
        ];
  });
  refuse(file, [...findRepeated(scorers), ...uncheckable]);
}

function findRepeated(scorers: readonly ScorerSpec[]): string[] {
  const names = scorers.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [`[${index}].name: ${JSON.stringify(name)} is used more than once; names must be unique`],
  );
}

function refuse(file: string, mistakes: readonly string[]): void {
  if (mistakes.length > 0)
    throw new AssayError('invalid_config', mistakes.map((mistake) => `${file}: ${mistake}`).join('\n'));
}

const explain = (key: keyof Evidence): string => (key === 'commands' ? 'a command to run' : `the ${key} of an agent`);
