import { defineLanguage } from '../language.ts';
import { readModule } from './python/module.ts';

/** Python: pytest, unittest and frameworks built on them. */
export const python = defineLanguage({
  id: 'python',
  title: 'Python',
  extensions: ['.py', '.pyi'],
  tree: { grammars: ['python'], prepare: blankCommentLines, read: ({ root }) => readModule(root) },
  words: {
    line_comments: ['#'],
    block_comments: [],
    strings: [
      ...['"""', "'''"].map((quote) => ({ open: quote, close: quote, escapes: true, multiline: true })),
      ...['"', "'"].map((quote) => ({ open: quote, close: quote, escapes: true, multiline: false })),
    ],
    blocks: 'indent',
    test: /^[ \t]*(?:async[ \t]+)?def[ \t]+(?<name>test\w*)/,
    group: /^[ \t]*class[ \t]+(?<name>\w+)/,
    assertion:
      /^[ \t]*assert\b|\b(?:self|cls)\.(?:assert\w*|fail)\(|\bpytest\.(?:raises|warns|fail)\(|\.assert_\w+\(|\bassert_\w+\(/,
    markers: [
      {
        kind: 'skip',
        pattern: /\b(?:mark\.skip\w*|pytest\.(?:skip|importorskip)\(|unittest\.skip\w*|skipTest\(|SkipTest\b)/,
      },
      { kind: 'expected_failure', pattern: /\b(?:mark\.xfail|pytest\.xfail\(|expectedFailure\b)/ },
    ],
  },
});

// the grammar fails on a comment with other indentation after a decorator, so comment lines are blanked;
// a line that ends a multi-line string or continues the previous line may not be a comment
function blankCommentLines(text: string): string {
  return text.replace(/(?<!\\\r?\n)^[ \t]*#.*$/gm, (line) => (/"""|'''/.test(line) ? line : ' '.repeat(line.length)));
}
