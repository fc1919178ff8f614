import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { AssayError, type Evidence, Scenario, type ScorerSpec } from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import { lintPatterns } from '../lint-patterns.ts';
import type { Change } from '../repository/change.ts';
import { parseList } from '../repository/parse-list.ts';

// what there is of a change that nobody ran: no run, no transcript, no command
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
  /** What is likely not meant by its patterns. */
  readonly remarks: readonly string[];
}

/**
 * The scorers a file lists. If the file is part of the change, it is read as the base has it: who is checked does not
 * choose what for.
 */
export async function readScorers(file: string, change: Change): Promise<ScorersFile> {
  const inRepository = placeIn(change, file);
  const touched = change.changed_paths.find(({ path }) => path === inRepository);
  const kept = touched === undefined ? null : await change.readBase(touched.path);
  const scorers = parseList(kept ?? readContent(file), { name: file, schema: Scenario.shape.scorers });
  refuseUncheckable(scorers, file);
  const remarks = lintPatterns(scorers, { at: [], files: null }).map((remark) => `${file} ${remark}`);
  if (touched === undefined) return { scorers, warnings: [], remarks };
  const taken = kept === null ? 'and is new, so that it is read as it is' : 'and is read as the base has it';
  return { scorers, warnings: [`scorers_changed: ${file} is part of the change, ${taken}`], remarks };
}

/** The scorers a file lists, of whatever type. */
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
    // it is not there, which reading it will tell
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
          `[${index}].type: expected a scorer that reads the change alone, found ${type}, which needs ${missing.map(explain).join(' and ')}; \`assay run\` has that`,
        ];
  });
  refuse(file, [...findRepeated(scorers), ...uncheckable]);
}

function findRepeated(scorers: readonly ScorerSpec[]): string[] {
  const names = scorers.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [`[${index}].name: expected each name once, found ${JSON.stringify(name)} again`],
  );
}

function refuse(file: string, mistakes: readonly string[]): void {
  if (mistakes.length > 0)
    throw new AssayError('invalid_config', mistakes.map((mistake) => `${file}: ${mistake}`).join('\n'));
}

const explain = (key: keyof Evidence): string =>
  key === 'commands' ? 'a command to be run, and assay check runs none' : `the ${key} of an agent`;
