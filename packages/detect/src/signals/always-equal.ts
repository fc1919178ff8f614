import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Comparisons that are always true, and assertions of a test framework that were replaced. */
export const alwaysEqual = defineDetector({
  kind: 'always_equal',
  find: (file) => [...findComparisons(file), ...findReplaced(file)],
});

/** Per language: a comparison that only returns true, in code without comments and strings. */
const COMPARISONS: Readonly<Record<string, RegExp>> = {
  python:
    /^[ \t]*def\s+(?:__eq__|__ne__)\s*\([^()\n]{0,200}\)[^:\n]{0,80}:\s*(?:"+\s*"+\s*)?(?:return\s+(?:True|not\s+False|1)|pass\s+return\s+True)\s*$|^[ \t]*__eq__\s*=\s*lambda\b[^:\n]{0,80}:\s*True\b/gm,
  javascript:
    /\b(?:equals|isEqual|isEqualTo|asymmetricMatch)\s*\([^()\n]{0,200}\)\s*(?::\s*boolean\s*)?\{\s*return\s+(?:true|!0)\s*;?\s*\}/g,
  java: /\bboolean\s+equals\s*\([^()\n]{0,200}\)\s*\{\s*return\s+true\s*;\s*\}|\bfun\s+equals\s*\([^()\n]{0,200}\)\s*(?::\s*Boolean\s*)?(?:=\s*true\b|\{\s*return\s+true\s*\})/g,
  csharp: /\bbool\s+(?:Equals|operator\s*==)\s*\([^()\n]{0,200}\)\s*(?:=>\s*true\s*;|\{\s*return\s+true\s*;\s*\})/g,
  ruby: /\bdef\s+(?:==|eql\?|equal\?)\s*\(?\s*\w*\s*\)?\s*[;\n]?\s*(?:return\s+)?true\s*[;\n]?\s*end\b/g,
  swift: /\bfunc\s+==\s*\([^()\n]{0,200}\)\s*->\s*Bool\s*\{\s*(?:return\s+)?true\s*\}/g,
  cpp: /\bbool\s+operator\s*==\s*\([^()\n]{0,200}\)\s*(?:const\s*)?(?:noexcept\s*)?\{\s*return\s+true\s*;\s*\}/g,
};

// a class that equals anything is a common test helper, and its name says so
const WILDCARD = /\b(?:class|struct|record|object)\s+_?\w*(?:Any|Wildcard|Matcher|Ignore|Everything)\w*/;
const REACH = 40;

function findComparisons(file: SourceFile): Construct[] {
  const pattern = COMPARISONS[file.language.id];
  if (pattern === undefined) return [];
  return [...file.code.matchAll(pattern)].flatMap((match) => {
    const line = file.lineAt(match.index + match[0].length - match[0].trimStart().length);
    const head = file.code_lines
      .slice(Math.max(0, line - REACH), line)
      .findLast((code) => /\b(?:class|struct|record|object)\s/.test(code));
    if (file.is_test && WILDCARD.test(head ?? '')) return [];
    // a `!=` that is always true means that nothing is equal
    if (/__ne__/.test(match[0])) return [];
    const message = 'This comparison is always true, so an assertion that uses it cannot fail; compare the values.';
    return [{ line, key: match[0].replace(/\s+/g, ' ').trim().slice(0, 200), message }];
  });
}

const REPLACED: Readonly<Record<string, RegExp>> = {
  python: /^\s*(?:unittest\.(?:case\.)?)?TestCase\.(?:assert\w+|fail|run)\s*=(?!=)/,
  javascript:
    /^\s*(?:(?:globalThis|global|window)\.expect|assert\.(?:ok|equal|strictEqual|deepEqual|deepStrictEqual|throws|rejects))\s*=(?!=)|\bexpect\.extend\s*\(\s*\{\s*(?:async\s+)?(?:toBe|toEqual|toStrictEqual|toThrow|toBeTruthy|toMatchObject)\b/,
};

function findReplaced({ language, code_lines }: SourceFile): Construct[] {
  const pattern = REPLACED[language.id];
  if (pattern === undefined) return [];
  const message = 'An assertion of the test framework is replaced; use the original.';
  return code_lines.flatMap((code, index) => (pattern.test(code) ? [{ line: index + 1, message }] : []));
}
