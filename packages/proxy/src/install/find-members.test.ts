import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMembers } from './find-members.ts';

test('finds the position of each value of an object in any formatting', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(objects, fc.constantFrom('', '  ', '\t'), fc.string(), (servers, indent, key) => {
      const text = JSON.stringify({ before: [1, '}"{'], [`${key}x`]: { servers } }, null, indent);
      const members = findMembers(text, [`${key}x`, 'servers']);
      const found = [...(members ?? [])].map(([name, { start, end }]) => [name, JSON.parse(text.slice(start, end))]);
      expect(Object.fromEntries(found)).toEqual(JSON.parse(JSON.stringify(servers)));
    }),
  );
});

test.each([
  ['{}', ['mcpServers']],
  ['{"mcpServers": []}', ['mcpServers']],
  ['{"mcpServers": "x"}', ['mcpServers', 'a']],
  ['[]', ['mcpServers']],
])('%s has no object at %j', (text, path) => {
  expect(findMembers(text, path)).toBeUndefined();
});

test('reads a very deeply nested file', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect([...(findMembers(`{"a":${deep},"b":{"c":1}}`, ['b'])?.keys() ?? [])]).toEqual(['c']);
});
