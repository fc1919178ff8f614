import { replaceCalls } from './calls.ts';
import type { Language } from './language.ts';

const EMPTY = `import unittest


class TestNothing(unittest.TestCase):
    def test_nothing(self):
        pass
`;

export const python: Language = {
  extensions: ['.py'],
  empty: () => EMPTY,
  skip: (text) => {
    const [module, decorator] = /^\s*import pytest\b/m.test(text)
      ? ['', 'pytest.mark.skip']
      : ['unittest', 'unittest.skip'];
    const marked = text.replace(
      /^([ \t]*)((?:async )?def test\w*\()/gm,
      (_, indent: string, head: string) => `${indent}@${decorator}("flaky")\n${indent}${head}`,
    );
    return marked === text || module === '' ? marked : addImport(marked, module);
  },
  weaken: (text) => {
    const calls = replaceCalls(text, /\bself\.assert\w+\(/, () => 'self.assertTrue(True)');
    const raises = replaceCalls(
      calls,
      /\b(?:pytest|self)\.(?:raises|assertRaises)\(/,
      () => 'contextlib.suppress(Exception)',
    );
    const asserts = raises.replace(/^([ \t]*)assert\b[^\n]*?(\\\n[^\n]*)*$/gm, (line, indent: string) =>
      isWhole(line) ? `${indent}assert True` : line,
    );
    return asserts.includes('contextlib.suppress') && !text.includes('import contextlib')
      ? addImport(asserts, 'contextlib')
      : asserts;
  },
};

// replacing the first line of a multi-line assertion would leave the rest behind
const isWhole = (line: string): boolean => {
  const count = (characters: string) => [...line].filter((each) => characters.includes(each)).length;
  return count('([{') === count(')]}') && !line.includes('"""');
};

function addImport(text: string, module: string): string {
  if (new RegExp(`^import ${module}\\b`, 'm').test(text)) return text;
  const at = text.search(/^(?:import |from (?!__future__)\w|class |def |async def |@)/m);
  return `${text.slice(0, Math.max(at, 0))}import ${module}\n${text.slice(Math.max(at, 0))}`;
}
