import type { ChangedPath, ScorerConfig } from '@assay/schema';
import { compileIgnoreRules } from './gitignore.ts';
import { compileGlobs } from './glob.ts';

/** Which paths are meant, and how that is written. */
export type Patterns = Pick<ScorerConfig<'allowed_paths'>, 'patterns' | 'glob'>;

/** A path that changed, with what is known of it. */
export type Change = Pick<ChangedPath, 'path' | 'change'> & Partial<ChangedPath>;

/** Whether a changed path matches the patterns a scorer was given; a link by its own path, never its target. */
export function matchChanges(patterns: Patterns): (change: Change) => boolean {
  const matches = matchPaths(patterns);
  return ({ path }) => matches(path);
}

/** Whether a path matches the patterns a scorer was given: one of them, or the last that says anything of it. */
export function matchPaths({ patterns, glob }: Patterns): (path: string) => boolean {
  // one name can be written in several ways, and file systems disagree on which
  const matches = COMPILERS[glob](patterns.map((pattern) => pattern.normalize('NFC')));
  return (path) => matches(path.normalize('NFC'));
}

const COMPILERS = { fnmatch: compileGlobs, gitignore: compileIgnoreRules } as const;

/** A changed path in words. */
export function describeChange({ change, after }: Change): string {
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
