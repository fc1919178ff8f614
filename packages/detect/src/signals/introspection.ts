import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Product code that inspects its callers or detects that it is being tested. */
export const introspection = defineDetector({
  kind: 'introspection',
  find: (file) => (file.is_test || isTooling(file.path) ? [] : findLooks(file)),
});

/** Variables and modules that only test runners set or load. */
const TELLTALES: Readonly<Record<string, RegExp>> = {
  python:
    /\bPYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)\b|["'](?:pytest|_pytest|unittest)["']\s+(?:not\s+)?in\s+sys\.modules|sys\.modules\.get\(\s*["'](?:pytest|_pytest|unittest)["']|["'](?:pytest|py\.test)["']\s+in\s+sys\.argv/,
  javascript:
    /\b(?:JEST_WORKER_ID|VITEST_WORKER_ID|VITEST_POOL_ID|MOCHA_COLORS)\b|\bprocess\.env(?:\.VITEST\b|\[["']VITEST["']\])|\bimport\.meta\.env\.VITEST\b|\btypeof\s+(?:jest|vi|describe)\s*!==/,
  go: /\btesting\.Testing\s*\(\s*\)|strings\.HasSuffix\(\s*os\.Args\[0\]\s*,\s*"\.test"/,
  ruby: /\bdefined\?\s*\(?\s*(?:RSpec|Minitest|Test::Unit)\b/,
  java: /getStackTrace\(\)[^\n]{0,80}\b(?:junit|Test)\b/,
};

const FRAMES: Readonly<Record<string, RegExp>> = {
  python: /\binspect\.(?:stack|currentframe|getouterframes)\s*\(|\bsys\._getframe\s*\(|\btraceback\.extract_stack\s*\(/,
  javascript: /\bError\s*\(\s*\)\.stack\b|\bError\.captureStackTrace\s*\(/,
  ruby: /\bcaller(?:_locations)?\b\s*(?:\(|\.|\[)/,
  java: /\bgetStackTrace\s*\(\s*\)|\bStackWalker\b/,
  csharp: /\bnew\s+StackTrace\s*\(|\bnew\s+StackFrame\s*\(/,
  go: /\bruntime\.Callers?\s*\(/,
  php: /\bdebug_backtrace\s*\(/,
};

// logging reads stack frames too; only a search for test names is suspicious
const ABOUT_TESTS =
  /["'`/](?:[^"'`\n]{0,40}[^a-z"'`\n])?(?:test|tests|spec|pytest|unittest|jest|vitest|mocha|junit)(?:[^a-z"'`\n][^"'`\n]{0,40})?["'`/]|f_locals(?:\[|\.get\()\s*["'](?:expected|actual|answer|result|want)["']/i;
const REACH = 8;

// a special result, not another port or a quieter log
const TEST_MODE =
  /\b(?:process\.env\.NODE_ENV|process\.env\[["']NODE_ENV["']\]|import\.meta\.env\.MODE)\s*===?\s*["']test["']\s*\)\s*(?:\{\s*)?(?:return\b|$)/;

function findLooks({ language, uncommented_lines, code_lines }: SourceFile): Construct[] {
  const telltale = TELLTALES[language.id];
  const frames = FRAMES[language.id];
  return uncommented_lines.flatMap((line, index) => {
    if (telltale?.test(line))
      return [
        {
          line: index + 1,
          message: 'The product detects that it is being tested; make it behave the same in tests.',
        },
      ];
    if (
      language.id === 'javascript' &&
      TEST_MODE.test(line) &&
      /^\s*(?:\{\s*)?return\b|\breturn\b/.test(
        `${line.slice(line.indexOf('test') + 4)}\n${uncommented_lines[index + 1] ?? ''}`,
      )
    )
      return [
        { line: index + 1, message: 'The product returns a different result in tests; make it behave the same.' },
      ];
    if (frames?.test(code_lines[index] ?? '')) {
      const around = uncommented_lines.slice(index, index + REACH).join('\n');
      if (ABOUT_TESTS.test(around))
        return [
          {
            line: index + 1,
            message: 'The product searches its callers for a test; make it treat all callers the same.',
          },
        ];
    }
    return [];
  });
}

const isTooling = (path: string): boolean =>
  /(?:^|\/)(?:[\w.-]*\.config\.[cm]?[jt]s|conftest\.py|noxfile\.py|setup\.py|jest[\w.-]*\.[cm]?[jt]s|vitest[\w.-]*\.[cm]?[jt]s|testing|test[-_]?utils?|test[-_]?helpers?|testlib|scripts|tools)(?:$|\/|\.\w+$)/i.test(
    path,
  );
