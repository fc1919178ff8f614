/** Folders that tools write wherever they run. */
const FOLDERS = [
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.hypothesis',
  '.tox',
  '.nox',
  '.nyc_output',
  '.turbo',
  '.parcel-cache',
  '.gradle',
];

const FILES = ['.coverage', '.eslintcache', '.stylelintcache', '.phpunit.result.cache', '.DS_Store'];

const CACHE = new RegExp(`(^|/)((${FOLDERS.map(literal).join('|')})/|(${FILES.map(literal).join('|')})$)`);

function literal(name: string): string {
  return name.replaceAll('.', '\\.');
}

/** Whether a new path is the cache of a tool: running the tests is no change, whatever the project ignores. */
export const isToolCache = (path: string): boolean => CACHE.test(path);
