import { defineLanguage } from '../language.ts';

/** Swift: XCTest, Swift Testing and Quick, read by keywords. */
export const swift = defineLanguage({
  id: 'swift',
  title: 'Swift',
  extensions: ['.swift'],
  tree: null,
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/', nested: true }],
    strings: [
      { open: '#"""', close: '"""#', escapes: false, multiline: true },
      { open: '"""', close: '"""', escapes: true, multiline: true },
      { open: '#"', close: '"#', escapes: false, multiline: false },
      { open: '"', close: '"', escapes: true, multiline: false },
    ],
    blocks: 'braces',
    test: /(?:\bfunc\s+(?=test\w*\s*\(\s*\))|@Test\b[^;{}]{0,500}?\bfunc\s+|^[ \t]*[xf]?it\s?\(\s*(?="))["`]?(?<name>[^"`(\n]{1,300})/,
    group:
      /(?:\b(?:class|struct|extension|actor)\s+(?=\w)|^[ \t]*[xf]?(?:describe|context)\s?\(\s*(?="))"?(?<name>[^"\s({:<]{1,300}|[^"\n]{1,300}(?="))/,
    assertion:
      /\bXCT(?:Assert\w*|Fail|Unwrap)\s?\(|#(?:expect|require)\s?(?:\(|\{)|\bIssue\.record\s?\(|\bexpect\s?[({]|\bconfirmation\s?\(/,
    markers: [
      { kind: 'skip', pattern: /\bXCTSkip(?:If|Unless)?\b|\.disabled\s?\(|\.enabled\s?\(\s*if:|\bTest\.cancel\s?\(/ },
      { kind: 'skip', pattern: /^[ \t]*x(?:it|describe|context)\s?\(/ },
      { kind: 'expected_failure', pattern: /\bXCTExpectFailure\b|\bwithKnownIssue\b/ },
      { kind: 'focus', pattern: /^[ \t]*f(?:it|describe|context)\s?\(/ },
    ],
  },
});
