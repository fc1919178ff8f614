import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';
import { listTests } from '../workspace/test-files.ts';
import { findLanguage } from './languages/index.ts';
import type { Language } from './languages/language.ts';

/** The test files that the given method changes, with their new content. */
export const spoilTests = (files: Files, way: keyof Omit<Language, 'extensions'>): Edit[] =>
  listTests(files).flatMap(([path, text]) => {
    const content = findLanguage(path)?.[way](text) ?? text;
    return content === text ? [] : [{ path, content }];
  });
