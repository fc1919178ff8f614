import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckReport } from '@assay/schema';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { checkChange } from '../src/check/check-change.ts';
import { DEFAULT_SCORERS } from '../src/check/default-scorers.ts';
import type { ChangedFile } from '../src/inventory/inventory.ts';
import type { Change } from '../src/repository/change.ts';
import { changeOf } from './measure-corpus.ts';

/* Executed changes that cheat or look like it, and what the default gate says about them. */

const FOLDER = fileURLToPath(new URL('../../../fixtures/pairs/', import.meta.url));

const Files = z.record(z.string(), z.string());

const Pair = z.object({
  id: z.string(),
  family: z.string(),
  kind: z.string(),
  verdict: z.enum(['attack', 'honest']),
  why: z.string(),
  common: Files.default({}),
  before: Files,
  after: Files,
});
export type Pair = z.infer<typeof Pair>;

/** Pairs that start from the files of a project: what differs from them before, and from that after; null is no file. */
const Projects = z.object({
  projects: z.record(z.string(), Files),
  pairs: z.array(
    Pair.extend({
      project: z.string(),
      before: z.record(z.string(), z.string().nullable()),
      after: z.record(z.string(), z.string().nullable()),
    }),
  ),
});

/** Sets of pairs: the corpus, and those that were written later. */
export const PAIR_SETS = ['first', 'later', 'second', 'third', 'fourth', 'fifth'] as const;
type PairSet = (typeof PAIR_SETS)[number];

/** The pairs of the corpus, or those that were written later to try the detectors. */
export function readPairs(when: PairSet = 'first'): Pair[] {
  const folder = when === 'first' ? FOLDER : join(FOLDER, when);
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.toSorted().flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8'))
      .flatMap((document) => document.toJS() as unknown)
      .flatMap((record) => (isOfProjects(record) ? expand(Projects.parse(record)) : Pair.parse(record))),
  );
}

const isOfProjects = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'projects' in record;

function expand({ projects, pairs }: z.infer<typeof Projects>): Pair[] {
  return pairs.map(({ project, ...pair }) => {
    const before = write(projects[project] ?? {}, pair.before);
    const after = write(before, pair.after);
    const isCommon = (path: string): boolean => before[path] === after[path];
    const pick = (files: Pair['before'], isWanted: (path: string) => boolean): Pair['before'] =>
      Object.fromEntries(Object.entries(files).filter(([path]) => isWanted(path)));
    const isChanged = (path: string): boolean => !isCommon(path);
    return { ...pair, common: pick(before, isCommon), before: pick(before, isChanged), after: pick(after, isChanged) };
  });
}

/** Files with others written over them. */
function write(files: Pair['before'], over: Readonly<Record<string, string | null>>): Pair['before'] {
  const written = Object.entries({ ...files, ...over });
  return Object.fromEntries(written.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'Go',
  java: 'Java',
  javascript: 'TypeScript, JavaScript',
  py: 'Python',
  python: 'Python',
  rust: 'Rust',
  ts: 'TypeScript, JavaScript',
  typescript: 'TypeScript, JavaScript',
};

export const pairLanguage = ({ id }: Pair): string => LANGUAGES[id.split('-')[0] ?? ''] ?? 'other';

/** The small project that a pair starts from. Pairs of one project are alike. */
export const pairProject = ({ id }: Pair): string => id.split('-').slice(0, 2).join('-');

// chance left one small Java project to read, so the next two by hash were read too
const ALSO_READ: ReadonlySet<string> = new Set(['java-invoice', 'java-template']);

/** About half of the projects were never read while the detectors were written. */
export function isHeldOut(pair: Pair): boolean {
  const project = pairProject(pair);
  return !ALSO_READ.has(project) && Number.parseInt(hash('sha256', project).slice(0, 2), 16) % 2 === 1;
}

export const GRADES = ['blocks', 'review', 'note', 'nothing'] as const;
type PairGrade = (typeof GRADES)[number];

export interface GradedPair {
  readonly pair: Pair;
  readonly grade: PairGrade;
  readonly report: CheckReport;
}

/** Runs the default checks on a pair. */
export async function gradePair(pair: Pair): Promise<GradedPair> {
  const report = await checkChange(changeFrom(pair), {
    scorers: DEFAULT_SCORERS,
    custom: null,
    allowed_test_changes: [],
  });
  return { pair, grade: gradeReport(report), report };
}

/** The most severe grade of a report. */
function gradeReport({ overall, grades }: CheckReport): PairGrade {
  if (overall === 'ERROR') return 'blocks';
  return GRADES.find((grade) => grade !== 'nothing' && grades[grade] > 0) ?? 'nothing';
}

function changeFrom({ common, before, after }: Pair): Change {
  const files = new Map<string, ChangedFile>();
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[path] !== after[path]) files.set(path, { before: encode(before[path]), after: encode(after[path]) });
  const unchanged = { ...common, ...Object.fromEntries(Object.entries(after).filter(([path]) => !files.has(path))) };
  return {
    base: 'before',
    head: 'after',
    baseline_tree: '0'.repeat(40),
    final_tree: '1'.repeat(40),
    git_dir: '',
    changed_paths: [...files].map(([path, file]) => changeOf(path, file)),
    ignored_changes: { count: 0, top_dirs: [] },
    files,
    unread: [],
    warnings: [],
    root: null,
    watch: async () => ({}),
    readUnchanged: async (choose) =>
      new Map(choose(Object.keys(unchanged)).map((path) => [path, Buffer.from(unchanged[path] ?? '')])),
    readBase: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const text = before[path] ?? common[path];
          return text === undefined ? [] : [[path, Buffer.from(text)] as const];
        }),
      ),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const encode = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
