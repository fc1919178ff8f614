import { findLanguage } from '../inventory/languages/index.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';

const isTestFile = createTestFileFilter();

/** Whether a file may contain tests: by its path, or because its language has them beside the code. */
export const mayHoldTests = (path: string): boolean => isTestFile(path) || findLanguage(path)?.holdsTests !== undefined;
