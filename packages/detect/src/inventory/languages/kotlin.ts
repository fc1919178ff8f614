import { defineLanguage } from '../language.ts';

/** Kotlin: JUnit, kotlin.test and Kotest, read by keywords. */
export const kotlin = defineLanguage({
  id: 'kotlin',
  title: 'Kotlin',
  extensions: ['.kt', '.kts'],
  tree: null,
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/', nested: true }],
    strings: [
      { open: '"""', close: '"""', escapes: false, multiline: true },
      { open: '"', close: '"', escapes: true, multiline: false },
      { open: "'", close: "'", escapes: true, multiline: false },
    ],
    blocks: 'braces',
    // annotated functions, also with a name in backticks; in Kotest a keyword with a name, or a name with a block
    test: /(?:@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b[^;{}]{0,500}?\bfun\s+|(?:^|[{;])[ \t]*[xf]?(?:test|it|should|expect|scenario|[tT]hen)\s?\(\s*(?=")|^[ \t]*(?="[^"\n]{0,300}"\s{0,20}(?:\.config\([^()\n]{0,200}\)\s?)?\{))["`]?(?<name>[^"`(\n]{1,300})/,
    group:
      /(?:\b(?:class|object)\s+(?=\w)|^[ \t]*[xf]?(?:describe|context|feature|[gG]iven|`when`|When)\s?\(\s*(?="))"?(?<name>[^"\s({:<]{1,300}|[^"\n]{1,300}(?="))/,
    // in `x shouldBe 3` the subject comes first
    assertion:
      /\b(?:assert\w*|fail|verify(?:No\w*|All|Order|Sequence)?|coVerify\w*|expectThrows|expectThat|checkAll|forAll|shouldThrow\w*|shouldNotThrow\w*)\s?(?:<[^>\n]{0,100}>\s?)?[({]|[^\s;{}][^;{}\n]{0,200}?[\s.)]should(?:Not)?(?:Be|Contain|Have|Match|Start|End|Equal)\w*\b/,
    markers: [
      { kind: 'skip', pattern: /@(?:Disabled|Ignore|Ignored)\b/ },
      { kind: 'skip', pattern: /@(?:Disabled|Enabled)(?:On|If|For)\w*/ },
      { kind: 'skip', pattern: /\b(?:assume|assuming)[A-Z]\w*\s?\(|\benabled\s*=\s*false\b/ },
      { kind: 'skip', pattern: /^[ \t]*x(?:test|it|should|expect|scenario|describe|context|feature|given)\s?\(/ },
      { kind: 'focus', pattern: /^[ \t]*f(?:test|it|should|describe|context|feature)\s?\(/ },
    ],
  },
});
