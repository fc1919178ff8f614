import { formatPath, type ScorerSpec } from '@assay/schema';
import { lintPattern, matchPaths } from '@assay/scoring';
import { quotePath } from './trees/path-name.ts';

// enough for anyone to work through
const MAX_REMARKS = 20;

interface PlacedPattern {
  /** Such as `scorers[2].patterns[0]`. */
  readonly place: string;
  readonly pattern: string;
  /** Whether files that are there are meant, and none that may come. */
  readonly means_existing: boolean;
}

interface LintOptions {
  /** Where the list of scorers is, such as `['scorers']`; empty for a file that is nothing but the list. */
  readonly at: readonly string[];
  /** Every file that workspaces start with; null where that cannot be told. */
  readonly files: ReadonlySet<string> | null;
}

/** What is likely not meant by the patterns of scorers, a sentence each. */
export function lintPatterns(scorers: readonly ScorerSpec[], { at, files }: LintOptions): string[] {
  const remarks = listPatterns(scorers, at)
    // the name of a file that is there says what it seems to say
    .filter(({ pattern }) => files?.has(pattern) !== true)
    .flatMap(({ place, ...placed }) => explain(placed, files).map((says) => `${place}: ${quotePath(says)}`));
  const more = remarks.length - MAX_REMARKS;
  return more > 0 ? [...remarks.slice(0, MAX_REMARKS), `and ${more} more about patterns`] : remarks;
}

/** Whether there is a pattern to be looked at. */
export const hasPatterns = (scorers: readonly ScorerSpec[]): boolean => listPatterns(scorers, []).length > 0;

// as .gitignore reads them, patterns have other traps
function listPatterns(scorers: readonly ScorerSpec[], at: readonly string[]): PlacedPattern[] {
  return scorers.flatMap((spec, index) => {
    if ('glob' in spec && spec.glob !== 'fnmatch') return [];
    return (['patterns', 'test_globset'] as const).flatMap((field) => {
      const patterns: readonly string[] = (field in spec ? (spec as PatternFields)[field] : undefined) ?? [];
      const means_existing = field === 'test_globset' || spec.type === 'runner_config_unmodified';
      return (
        patterns
          .map((pattern, nth) => ({ place: formatPath([...at, index, field, nth]), pattern, means_existing }))
          // what it leaves out is in the list as well
          .filter(({ pattern }) => !(pattern.startsWith('**/') && patterns.includes(pattern.slice(3))))
      );
    });
  });
}

type PatternFields = Readonly<Partial<Record<'patterns' | 'test_globset', readonly string[]>>>;

function explain({ pattern, means_existing }: Omit<PlacedPattern, 'place'>, files: LintOptions['files']): string[] {
  const traps = lintPattern(pattern);
  // why it matches nothing has been said
  if (traps.length > 0 || files === null || files.size === 0) return traps;
  const matches = matchPaths({ patterns: [pattern], glob: 'fnmatch' });
  if ([...files].some(matches)) return [];
  if (means_existing) return [`${pattern}: matches no file that the workspace starts with`];
  const folder = folderOf(pattern);
  return folder === '' || [...files].some((file) => file.startsWith(folder))
    ? []
    : [`${pattern}: the workspace starts without a folder ${folder}, so that only new files can match`];
}

// up to where it could be anything; a file that is yet to come is usual, a folder is not
const folderOf = (pattern: string): string => {
  const plain = /^[^*?[\]]*/.exec(pattern)?.[0] ?? '';
  return plain.slice(0, plain.lastIndexOf('/') + 1);
};
