import { defineLanguage, type Language } from '../language.ts';
import { readModule } from './javascript/module.ts';

const read = ({ root }: { readonly root: Parameters<typeof readModule>[0] }) => readModule(root);

const words: Language['words'] = {
  line_comments: ['//'],
  block_comments: [{ open: '/*', close: '*/' }],
  strings: [
    { open: '"', close: '"', escapes: true, multiline: false },
    { open: "'", close: "'", escapes: true, multiline: false },
    { open: '`', close: '`', escapes: true, multiline: true },
  ],
  blocks: 'braces',
  test: /\b[xf]?(?:it|test|specify)(?:\.\w+)*\((?<name>['"`] *['"`])/,
  group: /\b[xf]?(?:describe|context|suite)(?:\.\w+)*\((?<name>['"`] *['"`])/,
  assertion:
    /\bexpect(?:\.soft|\.poll|TypeOf)?\(|\bassert(?:\.\w+)*\(|\.should\b|\bt\.(?:is|deepEqual|truthy|throws|equal|ok)\(/,
  markers: [
    {
      kind: 'skip',
      pattern:
        /\b(?:it|test|describe|context|suite)(?:\.\w+)*\.(?:skip|todo|fixme)\b|\bx(?:it|test|describe|context)\(/,
    },
    { kind: 'focus', pattern: /\b(?:it|test|describe|context|suite)(?:\.\w+)*\.only\b|\bf(?:it|describe|context)\(/ },
    { kind: 'expected_failure', pattern: /\b(?:it|test)\.(?:failing|fails)\b/ },
  ],
};

/** JavaScript: jest, vitest, mocha, node:test, ava, tap, playwright, cypress and similar. */
export const javascript = defineLanguage({
  id: 'javascript',
  title: 'JavaScript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  // the first grammar does not know types, which some .js files contain
  tree: { grammars: ['javascript', 'tsx'], read },
  words,
  holdsTests: (text) => text.includes('import.meta.vitest'),
});

/** TypeScript, with the same frameworks. */
export const typescript = defineLanguage({
  id: 'typescript',
  title: 'TypeScript',
  extensions: ['.ts', '.mts', '.cts'],
  tree: { grammars: ['typescript'], read },
  words,
  holdsTests: (text) => text.includes('import.meta.vitest'),
});

/** TypeScript with JSX, which has its own grammar. */
export const tsx = defineLanguage({
  id: 'tsx',
  title: 'TypeScript JSX',
  extensions: ['.tsx'],
  tree: { grammars: ['tsx'], read },
  words,
  holdsTests: (text) => text.includes('import.meta.vitest'),
});
