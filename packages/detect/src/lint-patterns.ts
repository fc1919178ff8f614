import { formatPath, isCustomScorer, type ScorerSpec } from '@assay/schema';
import { lintPattern, matchPaths } from '@assay/scoring';
import { quotePath } from './trees/path-name.ts';

// more would not be read
const MAX_REMARKS = 20;

interface PlacedPattern {
  /** Such as `scorers[2].patterns[0]`. */
  readonly place: string;
  readonly pattern: string;
  /** Whether the pattern is meant for existing files only. */
  readonly means_existing: boolean;
}

interface LintOptions {
  /** Path of the scorer list, such as `['scorers']`; empty if the file is the list. */
  readonly at: readonly string[];
  /** Files in the initial workspace; null if unknown. */
  readonly files: ReadonlySet<string> | null;
}

/** Finds likely mistakes in scorer patterns, one sentence each. */
export function lintPatterns(scorers: readonly ScorerSpec[], { at, files }: LintOptions): string[] {
  const remarks = listPatterns(scorers, at)
    // a pattern that is the name of an existing file is not a mistake
    .filter(({ pattern }) => files?.has(pattern) !== true)
    .flatMap(({ place, ...placed }) => explain(placed, files).map((says) => `${place}: ${quotePath(says)}`));
  const more = remarks.length - MAX_REMARKS;
  return more > 0 ? [...remarks.slice(0, MAX_REMARKS), `and ${more} more about patterns`] : remarks;
}

/** Whether any scorer has a pattern to check. */
export const hasPatterns = (scorers: readonly ScorerSpec[]): boolean => listPatterns(scorers, []).length > 0;

// only for fnmatch: .gitignore patterns have other pitfalls
function listPatterns(scorers: readonly ScorerSpec[], at: readonly string[]): PlacedPattern[] {
  return scorers.flatMap((spec, index) => {
    if (isCustomScorer(spec) || ('glob' in spec && spec.glob !== 'fnmatch')) return [];
    return (['patterns', 'test_globset'] as const).flatMap((field) => {
      const patterns: readonly string[] = (field in spec ? (spec as PatternFields)[field] : undefined) ?? [];
      const means_existing = field === 'test_globset' || spec.type === 'runner_config_unmodified';
      return (
        patterns
          .map((pattern, nth) => ({ place: formatPath([...at, index, field, nth]), pattern, means_existing }))
          // the top level is covered by another pattern in the list
          .filter(({ pattern }) => !(pattern.startsWith('**/') && patterns.includes(pattern.slice(3))))
      );
    });
  });
}

type PatternFields = Readonly<Partial<Record<'patterns' | 'test_globset', readonly string[]>>>;

function explain({ pattern, means_existing }: Omit<PlacedPattern, 'place'>, files: LintOptions['files']): string[] {
  const traps = lintPattern(pattern);
  // the trap already explains why nothing matches
  if (traps.length > 0 || files === null || files.size === 0) return traps;
  const matches = matchPaths({ patterns: [pattern], glob: 'fnmatch' });
  if ([...files].some(matches)) return [];
  if (means_existing) return [`${pattern}: matches no file of the initial workspace`];
  const folder = folderOf(pattern);
  return folder === '' || [...files].some((file) => file.startsWith(folder))
    ? []
    : [`${pattern}: the initial workspace has no folder ${folder}, so only new files can match`];
}

// the part before the first wildcard; new files are common, new folders are not
const folderOf = (pattern: string): string => {
  const plain = /^[^*?[\]]*/.exec(pattern)?.[0] ?? '';
  return plain.slice(0, plain.lastIndexOf('/') + 1);
};
