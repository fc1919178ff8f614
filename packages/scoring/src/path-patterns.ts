import type { ChangedPath, ScorerConfig } from '@assay/schema';
import { compileGlobs } from './glob.ts';
import { cannotScore } from './scorer.ts';

type Patterns = Pick<ScorerConfig<'allowed_paths'>, 'patterns' | 'glob'>;

/** Whether a changed path matches one of the patterns a scorer was given; a link by its own path, never its target. */
export function matchChanges(patterns: Patterns): (change: ChangedPath) => boolean {
  const matches = matchPaths(patterns);
  return ({ path }) => matches(path);
}

/** Whether a path matches one of the patterns a scorer was given. */
export function matchPaths({ patterns, glob }: Patterns): (path: string) => boolean {
  if (glob !== 'fnmatch') cannotScore(`expected glob: fnmatch, found ${glob}, which this version cannot read`);
  // one name can be written in several ways, and file systems disagree on which
  const matches = compileGlobs(patterns.map((pattern) => pattern.normalize('NFC')));
  return (path) => matches(path.normalize('NFC'));
}

/** A changed path in words. */
export function describeChange({ change, after }: ChangedPath): string {
  if (after?.kind === 'link' && after.inside === false)
    return `${WORDS[change]}: a link that leads to nothing in the workspace`;
  return WORDS[change];
}

const WORDS: Readonly<Record<ChangedPath['change'], string>> = {
  added: 'added',
  deleted: 'deleted',
  modified: 'modified',
  mode: 'its mode changed',
  type: 'became another kind of file',
};
