import type { ChangedPath, ScorerConfig } from '@assay/schema';
import { compileIgnoreRules } from './gitignore.ts';
import { compileGlobs } from './glob.ts';

/** Path patterns and their syntax. */
export type Patterns = Pick<ScorerConfig<'allowed_paths'>, 'patterns' | 'glob'>;

/** A changed path, with what is known about it. */
export type Change = Pick<ChangedPath, 'path' | 'change'> & Partial<ChangedPath>;

/** Whether a changed path matches a scorer's patterns; a link matches by its own path, never by its target. */
export function matchChanges(patterns: Patterns): (change: Change) => boolean {
  const matches = matchPaths(patterns);
  return ({ path }) => matches(path);
}

/** Whether a path matches a scorer's patterns: any of them (fnmatch), or the last that applies (gitignore). */
export function matchPaths({ patterns, glob }: Patterns): (path: string) => boolean {
  // one name can have several Unicode forms, and file systems differ
  const matches = COMPILERS[glob](patterns.map((pattern) => pattern.normalize('NFC')));
  return (path) => matches(path.normalize('NFC'));
}

const COMPILERS = { fnmatch: compileGlobs, gitignore: compileIgnoreRules } as const;

/** Describes a changed path. */
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
