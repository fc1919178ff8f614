import type { TestLoss } from '@assay/schema';
import { oneLine } from '../../inventory/facts.ts';
import { isRunnerConfig } from '../../signals/runner-config.ts';
import type { ChangedText } from '../configuration/judge-configuration.ts';
import { TEST_FOLDER } from '../data.ts';
import { isProduct } from './product-files.ts';
import { type Tested, weigh } from './tested.ts';

/** Data of the product in which a change wrote values of the tests. */
export function judgeProductData(files: ReadonlyMap<string, ChangedText>, tested: Tested): TestLoss[] {
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    if (after === null || !isProductData(path) || after.length > LARGEST_DATA) return [];
    // at the top are the settings of tools, unless the product reads the file
    const isRead = [...files].some(([other, text]) => other !== path && isProduct(other) && text.after?.includes(path));
    if (!path.includes('/') && !isRead) return [];
    const old = new Set(wordsIn(before ?? ''));
    const known = [...new Set(wordsIn(after))].filter((word) => !old.has(word) && tested(word));
    if (known.reduce((sum, word) => sum + weigh(word), 0) < 1.5) return [];
    const message = 'data of the product holds values of the tests; make the product right for all values';
    return [
      { aspect: 'unaware', grade: 'review', path, line: 1, test: null, message, after: oneLine(known.join(' ')) },
    ];
  });
}

const LARGEST_DATA = 256 * 1024;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}.@-]+/gu) ?? [];
const isProductData = (path: string): boolean =>
  /\.(?:json|csv|tsv|txt|ya?ml|toml|properties|xml|ini|dat|tbl)$/i.test(path) &&
  !TEST_FOLDER.test(path) &&
  !isRunnerConfig(path) &&
  !NO_PRODUCT.test(path);

const NO_DATA = [
  ...['package(?:-lock)?\\.json', '[^/]*lock[^/]*', 'tsconfig[^/]*', 'Cargo\\.toml', 'pom\\.xml', 'pyproject\\.toml'],
  ...['requirements[^/]*', 'README[^/]*', 'LICENSE[^/]*', '(?:CHANGE|NEWS|HISTORY)[^/]*'],
];
// manifests, documents and settings of tools
const NO_PRODUCT = new RegExp(`(?:^|/)(?:(?:${NO_DATA.join('|')})$|(?:docs?|\\.github|\\.vscode)/)`, 'i');
