/** Whether a setting keeps existing test files from running; undefined if it selects nothing by path. */
export function leavesOut(setting: string, test_paths: readonly string[]): boolean | undefined {
  const [, key = '', value = ''] = KEY.exec(setting) ?? [];
  const patterns = listPatterns(value).map(compile);
  // a table, such as a dependency of that name, selects nothing
  if (key === '' || value.startsWith('{') || patterns.length === 0 || test_paths.length === 0) return undefined;
  const isNamed = (path: string): boolean => patterns.some((pattern) => pattern(path));
  return EXCLUDES.test(key) ? test_paths.some(isNamed) : !test_paths.every(isNamed);
}

/** Whether settings together keep a test file: none excludes it, and one includes it if there are such. */
export function keeps(settings: readonly string[], test_path: string): boolean {
  const judged = settings.flatMap((setting) => {
    const is_left_out = leavesOut(setting, [test_path]);
    return is_left_out === undefined ? [] : [{ is_left_out, excludes: EXCLUDES.test(KEY.exec(setting)?.[1] ?? '') }];
  });
  const included = judged.filter(({ excludes }) => !excludes);
  return (
    !judged.some(({ excludes, is_left_out }) => excludes && is_left_out) &&
    (included.length === 0 || included.some(({ is_left_out }) => !is_left_out))
  );
}

/** Keys of settings that select files, by runner. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  pytest: ['testpaths', 'norecursedirs', 'python_files', 'collect_ignore', 'collect_ignore_glob'],
  jest: ['testMatch', 'testRegex', 'testPathIgnorePatterns', 'modulePathIgnorePatterns'],
  others: ['include', 'exclude', 'ignore', 'spec'],
};
const KEY = new RegExp(`(?<![\\w-])(${Object.values(KEYS).flat().join('|')})\\b["']?\\s*[:=(]\\s*(.+)$`);
const EXCLUDES = /ignore|exclude|norecursedirs/i;

const listPatterns = (value: string): string[] => {
  const end = value.startsWith('[') ? value.indexOf(']') : value.search(/[}\]]|,\s*["']?\w+["']?\s*:/);
  const list = end === -1 ? value : value.slice(0, end);
  const quoted = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, text = '']) => text);
  return quoted.length > 0 ? quoted : list.split(/[\s,]+/).filter((word) => /^[\w.*?/{}!-]+$/.test(word));
};

/** A pattern of any runner: a glob, a folder, the name of a folder or file, or a regular expression. */
function compile(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^<rootDir>\/?|^\.?\//, '').replace(/\.class$/, '.*');
  const glob = plain
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/?|\*|\?/g, (mark) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[mark] ?? '.');
  const parts = [`^${glob}$`, `^${glob}/`, `(?:^|/)${glob}(?:/|$)`].map((source) => new RegExp(source));
  return (path) =>
    parts.some((part) => part.test(path)) || (EXPRESSION.test(pattern) && matchesExpression(pattern, path));
}

const EXPRESSION = /\\|\$$|^\^|^\/|\(/;

function matchesExpression(pattern: string, path: string): boolean {
  try {
    return new RegExp(pattern).test(`/${path}`);
  } catch {
    // not an expression: the other forms decide
    return false;
  }
}
