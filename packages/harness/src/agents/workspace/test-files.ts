import { createTestFileFilter } from '@assay/detect';
import type { Files } from './read-files.ts';

// shell tests have no names that the detectors know
const SHELL_TESTS = ['*.bats', 'test.sh', '*/test.sh', '*_test.sh', 'test_*.sh', '*/test_*.sh'];

/** Whether a path looks like a test, by folder and name. */
export const isTest = createTestFileFilter([{ patterns: SHELL_TESTS, glob: 'fnmatch' }]);

/** The test files in a workspace. */
export const listTests = (files: Files): [path: string, text: string][] => [...files].filter(([path]) => isTest(path));
