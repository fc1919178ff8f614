import { defineLanguage } from '../language.ts';
import { readModule } from './python/module.ts';

/** Python: pytest, unittest and what is built on them. */
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

// comments may be indented as one likes, which the grammar trips over between a decorator and what it decorates;
// a line with quotes that end a long string, or one that goes on from the line before, may be no comment
function blankCommentLines(text: string): string {
  return text.replace(/(?<!\\\r?\n)^[ \t]*#.*$/gm, (line) => (/"""|'''/.test(line) ? line : ' '.repeat(line.length)));
}
