import { readCode } from '@assay/detect';
import { ScorerSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { readExpectations } from './expectations.ts';

const SPEC = ScorerSpec.parse({ name: 'expectations', type: 'assertions_not_weakened' });

/** What a test of a file lost, from its text before and after. */
async function findLost(body: string, now: string, [above, aboveNow] = ['', '']) {
  const write = (lines: string, text: string): Buffer =>
    Buffer.from(
      `import assert from 'node:assert';\nimport { test } from 'node:test';\n${lines}\ntest('one', async () => {\n${text}\n});\n`,
    );
  const files = new Map([['one.test.js', { before: write(above, body), after: write(aboveNow, now) }]]);
  const { inventory } = await readCode(files, [SPEC], {});
  return readExpectations(inventory ?? { before: [], after: [], unread: [] }, files).look('one', 'one.test.js').lost
    ?.before;
}

test.each([
  {
    name: 'a call with the same arguments moves into a variable',
    before: 'assert.equal(weeks(2021, 2).length, 4);\nassert.equal(weeks(2021, 2)[0][0], 1);',
    after: 'const found = [...weeks(2021, 2)];\nassert.equal(found.length, 4);\nassert.equal(found[0][0], 1);',
    lost: undefined,
  },
  {
    name: 'a call gets other arguments',
    before: 'assert.equal(weeks(2021, 2).length, 4);',
    after: 'assert.equal(weeks(2021, 4).length, 4);',
    lost: '2',
  },
  {
    name: 'one of two equal calls gets other arguments',
    before: 'assert.equal(weeks(2021, 2).length, 4);\nassert.equal(weeks(2021, 2)[0][0], 1);',
    after: 'assert.equal(weeks(2021, 2).length, 4);\nassert.equal(weeks(2021, 1)[0][0], 0);',
    lost: 'assert.equal(weeks(2021, 2)[0][0], 1)',
  },
  {
    name: 'the subject is waited for',
    before: 'assert.deepEqual(form.visible(), { name: "x" });',
    after: 'assert.deepEqual(await form.visible(), { name: "x" });',
    lost: undefined,
  },
  {
    name: 'a part of the subject is waited for',
    before: "assert.deepEqual(Object.keys(form.visible()), ['x']);",
    after: "assert.deepEqual(Object.keys(await form.visible()), ['x']);",
    lost: undefined,
  },
  {
    name: 'a check is no longer waited for',
    before: 'await assert.rejects(form.send(), /offline/);',
    after: 'assert.rejects(form.send(), /offline/);',
    lost: 'one',
  },
])('$name', async ({ before, after, lost }) => {
  expect(await findLost(before, after)).toBe(lost);
});
