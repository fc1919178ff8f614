import { expect, test } from 'vitest';
import { separateFile } from './inline-tests.ts';

const SOURCE = 'pub fn triple(n: u32) -> u32 {\n    n * 3\n}\n';
const MODULE = (body: string): string => `\n#[cfg(test)]\n#[allow(dead_code)]\nmod tests {\n${body}}\n`;
const USE = '    use super::*;\n';
const TEST = '    // "}" is no end\n    #[test]\n    fn triples() { assert_eq!(triple(1), 3, "}"); }\n';
const DECLARATION = '#[cfg(test)]\n#[allow(dead_code)]\n#[path = "lib_test.rs"]\nmod tests;\n';

test('test modules of both sides move to the same file, and are declared the same way', async () => {
  const separated = await separateFile('src/lib.rs', {
    before: `${SOURCE.replace('3', '2')}${MODULE(USE)}`,
    after: `${SOURCE}${MODULE(USE + TEST)}\npub fn more() {}\n`,
  });
  expect(separated?.made).toEqual(['src/lib_test.rs']);
  expect(Object.fromEntries(separated?.before ?? [])).toEqual({
    'src/lib.rs': `${SOURCE.replace('3', '2')}\n${DECLARATION}`,
    'src/lib_test.rs': 'use super::*;\n',
  });
  expect(Object.fromEntries(separated?.after ?? [])).toEqual({
    'src/lib.rs': `${SOURCE}\n\n\npub fn more() {}\n\n${DECLARATION}`,
    'src/lib_test.rs': `${(USE + TEST).trim()}\n`,
  });
});

test('a first test module is declared before the change, so that an agent need not know of it', async () => {
  const separated = await separateFile('src/a.rs', {
    before: SOURCE,
    after: `${SOURCE}${MODULE(TEST)}#[cfg(test)]\npub(crate) mod slow {}\n`,
  });
  expect(separated?.made).toEqual(['src/a_test.rs', 'src/a_slow_test.rs']);
  expect(separated?.before.get('src/a.rs')).toContain('#[path = "a_slow_test.rs"]\npub(crate) mod slow;\n');
  expect(separated?.before.get('src/a_test.rs')).toBe('\n');
});

test.each([
  ['the tests did not change', `${SOURCE}${MODULE(TEST)}`, `${SOURCE.replace('3', '4')}${MODULE(TEST)}`],
  ['there are none', SOURCE, SOURCE.replace('3', '4')],
  ['the module is not only for tests', SOURCE, `${SOURCE}#[cfg(any(test, unix))]\nmod tests { fn a() {} }\n`],
  ['it is a file already', SOURCE, `${SOURCE}#[cfg(test)]\nmod tests;\n`],
  ['it is inside of another', SOURCE, `${SOURCE}mod a { #[cfg(test)]\nmod tests { fn a() {} } }\n`],
  ['it cannot be parsed', SOURCE, `${SOURCE}#[cfg(test)]\nmod tests {{ fn\n`],
])('nothing moves if %s', async (_, before, after) => {
  expect(await separateFile('src/lib.rs', { before, after })).toBeNull();
});
