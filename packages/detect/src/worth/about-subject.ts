import { defineFamily, type Judged } from './family.ts';
import { declaredName, withoutModifiers } from './guard.ts';
import { createPhrases } from './phrases.ts';
import type { UnitChange } from './unit-change.ts';

/** Code that replaces the product under test, or part of it. */
export const aboutSubject = defineFamily({
  aspect: 'about_subject',
  judge: (change) => [...judgeReplacements(change), ...judgeStandIns(change)],
});

const judgeReplacements = ({ gained }: UnitChange): Judged[] =>
  gained
    .filter(({ text }) => replaces(text) || TOUCHES.test(text))
    .map((line) => ({
      grade: 'review' as const,
      message: 'replaces something for the tests; make sure that it is not what they test',
      at: line,
      after: line,
    }));

/** Declarations of names that existing tests already used. */
function judgeStandIns({ test, gained, lost, used }: UnitChange): Judged[] {
  const known = new Set(lost.flatMap(({ text }) => declaredName(text) ?? []));
  return gained.flatMap((line) => {
    const name = isDeclaration(line.text) ? declaredName(line.text) : FUNCTION.exec(line.text)?.[1];
    if (name === undefined || known.has(name) || !used.has(name) || (test !== null && line.declares)) return [];
    // a method of a new class replaces nothing
    if (gained.some(({ text }) => line.guards.at(-1) === text)) return [];
    const message = `declares ${name}, which existing tests take from elsewhere; make sure that they still test the product`;
    return [{ grade: 'review' as const, message, at: line, after: line }];
  });
}

// a member of a class, a private one of anything else
const TOUCHES = /^[A-Z]\w*\.\w+=(?!=)|^(?!self\b|this\b|cls\b)\w+(?:\.\w+)*\._\w+(?:\.\w+\(|=(?!=))/;

const isDeclaration = (text: string): boolean =>
  (text.includes('…') || TYPE.test(text)) && declares(withoutModifiers(text));

// a function as a value: `const total = (items) => …`, `total := func(…) …`, `total = lambda …`
const FUNCTION = /^(?:const |let |var )?([\w$]+):?=(?:(?:async ?)?(?:\([^()]*\)|[\w$]+)=>|(?:async )?func|lambda\b)/;

// a type may have no block
const TYPE = /\b(?:struct|enum|record|class) \w|^macro_rules!/;

const declares = createPhrases({
  any: ['^class', '^interface', '^enum', '^def', '^func', '^function'],
  java: ['^record'],
  go: ['^type'],
  rust: ['^struct', '^fn', '^mod', '^macro_rules!'],
});

const replaces = createPhrases({
  python: [
    'monkeypatch',
    'setattr(',
    'mock.patch',
    'patch(',
    'patch.object(',
    'Mock(',
    'MagicMock(',
    'AsyncMock(',
    'sys.modules',
    'sys.path',
    '__class__=',
    'importlib',
  ],
  javascript: [
    ...['mock', 'doMock', 'spyOn', 'fn', 'replaceProperty'].flatMap((name) => [`vi.${name}`, `jest.${name}`]),
    ...['method', 'module', 'getter', 'fn'].map((name) => `mock.${name}`),
    'sinon.',
    ...['require.cache', 'require.extensions', 'Module._*', 'registerHooks(', 'module.register('],
    '.prototype.*=',
    'Object.defineProperty(',
    'Object.assign(',
    'Reflect.',
  ],
  java: ['mock(', 'setAccessible('],
  rust: ['#[path=', '#[cfg_attr('],
});
