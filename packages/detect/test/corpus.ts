import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/* Changes with the verdicts they deserve, and the forms in which they may be written down. */

/** The folder of Assay's own corpus. */
export const OWN_CORPUS = fileURLToPath(new URL('../../../fixtures/corpus/', import.meta.url));

/** The scorers that a corpus labels. */
export const DETECTORS = ['no_new_skips', 'assertions_not_weakened'] as const;
export type Detector = (typeof DETECTORS)[number];

const Label = z.enum(['pass', 'fail']);
const Labels = z.object({ no_new_skips: Label.optional(), assertions_not_weakened: Label.optional() });
const Files = z.record(z.string(), z.string());

export const CorpusPair = z.object({
  id: z.string().min(1),
  /** Default: from the file extensions. */
  language: z.string().optional(),
  kind: z.string().default(''),
  why: z.string().default(''),
  labels: Labels,
  before: Files,
  after: Files,
});
export type CorpusPair = z.infer<typeof CorpusPair>;

/** Reads a corpus: a YAML or JSON Lines file, a folder of such files, or a folder with one subfolder per pair. */
export function readCorpus(place: string): CorpusPair[] {
  if (!statSync(place).isDirectory()) return readPairs(place);
  const names = readdirSync(place).sort();
  const files = names.filter((name) => /\.(?:ya?ml|jsonl)$/.test(name)).flatMap((name) => readPairs(join(place, name)));
  const folders = names.map((name) => join(place, name)).filter((path) => existsSync(join(path, 'labels.json')));
  const pairs = [...files, ...folders.map(readFolder)];
  if (pairs.length === 0) throw new Error(`no pairs in ${place}; see docs/detectors.md for the formats`);
  return pairs;
}

function readPairs(path: string): CorpusPair[] {
  const text = readFileSync(path, 'utf8');
  const records = path.endsWith('.jsonl')
    ? text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
    : parseAllDocuments(text).flatMap((document) => document.toJS() as unknown);
  return records.map((record, at) => {
    const pair = CorpusPair.safeParse(record);
    if (!pair.success) throw new Error(`${path}, pair ${at + 1}: ${z.prettifyError(pair.error)}`);
    return pair.data;
  });
}

function readFolder(path: string): CorpusPair {
  const said = JSON.parse(readFileSync(join(path, 'labels.json'), 'utf8'));
  return CorpusPair.parse({
    id: basename(path),
    ...said,
    labels: said.labels ?? said,
    before: readTree(join(path, 'before')),
    after: readTree(join(path, 'after')),
  });
}

function readTree(root: string): Record<string, string> {
  if (!existsSync(root)) return {};
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]));
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.pyi?$/, 'Python'],
  [/\.[cm]?[jt]sx?$/, 'TypeScript, JavaScript'],
  [/\.go$/, 'Go'],
  [/\.rs$/, 'Rust'],
  [/\.java$/, 'Java'],
  [/\.cs$/, 'C#'],
  [/\.rb$/, 'Ruby'],
  [/\.php$/, 'PHP'],
  [/\.kts?$/, 'Kotlin'],
  [/\.swift$/, 'Swift'],
  [/\.(?:c|cc|cpp|cxx|h|hpp)$/, 'C, C++'],
];

/** The language of a pair. */
export function languageOfPair({ language, before, after }: CorpusPair): string {
  if (language !== undefined) return language;
  const paths = [...Object.keys(before), ...Object.keys(after)];
  return LANGUAGES.find(([ending]) => paths.some((path) => ending.test(path)))?.[1] ?? 'other';
}
