import type { FileInventory, TestCase } from '@assay/schema';
import { expect, test } from 'vitest';
import { readTests } from '../../../test/told-file.ts';

const read = (text: string, path = 'a.test.ts'): Promise<FileInventory> => readTests(path, text);

const readTest = async (body: string): Promise<TestCase> =>
  (await read(`it('a', async (t) => {\n${body}\n});`)).tests[0] as TestCase;

test.each([
  { code: 'expect(f(x)).toBe(3)', is: ['f(x)', '3', 'exact', false, null], why: 'a value' },
  { code: 'expect(x).not.toBe(3)', is: ['x', '3', 'bound', true, null], why: 'not one value' },
  { code: 'expect(a === b).toBe(true)', is: ['a', 'b', 'exact', false, null], why: 'a comparison as a condition' },
  { code: 'expect(a === b).toBe(false)', is: ['a', 'b', 'bound', true, null], why: 'a negated comparison' },
  { code: 'expect(x).toBeNull()', is: ['x', 'null', 'exact', false, null], why: 'null is a value' },
  { code: 'expect(x).not.toBeNull()', is: ['x', 'null', 'truthy', true, null], why: 'not null' },
  { code: 'expect(x).toBeTruthy()', is: ['x', null, 'truthy', false, null], why: 'only truthy' },
  { code: 'expect(x).toBeFalsy()', is: ['x', null, 'truthy', true, null], why: 'only falsy' },
  { code: 'expect(x).toMatchObject({ a: 1 })', is: ['x', '{a:1}', 'structure', false, null], why: 'a shape' },
  {
    code: 'expect(x).toEqual(expect.any(Number))',
    is: ['x', 'expect.any(Number)', 'type', false, null],
    why: 'a type',
  },
  {
    code: 'expect(x).toEqual(expect.anything())',
    is: ['x', 'expect.anything()', 'truthy', false, null],
    why: 'anything',
  },
  {
    code: 'expect(x).toEqual({ a: expect.any(Number) })',
    is: ['x', '{a:expect.any(Number)}', 'structure', false, null],
    why: 'a shape',
  },
  { code: 'expect(x).toBeInstanceOf(A)', is: ['x', 'A', 'type', false, null], why: 'a type' },
  { code: 'expect(x).toBeGreaterThan(3)', is: ['x', '3', 'bound', false, null], why: 'a bound' },
  { code: 'expect(x).toBeCloseTo(0.3)', is: ['x', '0.3', 'exact', false, 0.005], why: 'two digits' },
  { code: 'expect(x).toBeCloseTo(0.3, 0)', is: ['x', '0.3', 'exact', false, 0.5], why: 'none' },
  { code: 'expect(true).toBe(true)', is: ['true', 'true', 'tautology', false, null], why: 'a tautology' },
  { code: 'expect(x).toBe(x)', is: ['x', 'x', 'tautology', false, null], why: 'a tautology' },
  { code: 'expect(x)', is: ['expect(x)', null, 'tautology', false, null], why: 'no matcher' },
  {
    code: 'await expect(f()).rejects.toThrow("x")',
    is: ['f()', '"x"', 'structure', false, null],
    why: 'an error and its text',
  },
  { code: 'expect(f).toThrow()', is: ['f', null, 'truthy', false, null], why: 'any error' },
  { code: 'expect.soft(x).toBe(1)', is: ['x', '1', 'exact', false, null], why: 'a soft assertion' },
  { code: 'expect(x).to.equal(3)', is: ['x', '3', 'exact', false, null], why: 'chai' },
  { code: 'expect(x).to.be.true', is: ['x', 'true', 'exact', false, null], why: 'chai, a property' },
  { code: 'expect(x).to.not.equal(3)', is: ['x', '3', 'bound', true, null], why: 'chai, not' },
  { code: 'expect(x).to.be.closeTo(1, 0.5)', is: ['x', '1', 'exact', false, 0.5], why: 'chai, with a tolerance' },
  { code: 'x.should.equal(3)', is: ['x', '3', 'exact', false, null], why: 'should' },
  { code: 'assert(x)', is: ['x', null, 'truthy', false, null], why: 'node' },
  { code: 'assert(x === 3)', is: ['x', '3', 'exact', false, null], why: 'node, with a comparison' },
  { code: 'assert.deepStrictEqual(x, [1])', is: ['x', '[1]', 'exact', false, null], why: 'node' },
  { code: 'assert.notStrictEqual(x, 1)', is: ['x', '1', 'bound', true, null], why: 'node, not' },
  { code: 't.is(x, 3)', is: ['x', '3', 'exact', false, null], why: 'ava' },
  { code: 't.not(x, 3)', is: ['x', '3', 'bound', true, null], why: 'ava, not' },
  { code: 't.same(x, [3])', is: ['x', '[3]', 'exact', false, null], why: 'tap' },
  { code: 't.pass()', is: ['t.pass()', null, 'tautology', false, null], why: 'ava, a tautology' },
  { code: 't.assert.equal(x, 3)', is: ['x', '3', 'exact', false, null], why: 'node, through the context' },
  {
    code: 'cy.get("a").should("have.text", "b")',
    is: ['cy.get("a")', '"b"', 'structure', false, null],
    why: 'cypress',
  },
  {
    code: 'await request(app).get("/").expect(200)',
    is: ['request(app).get("/")', '200', 'exact', false, null],
    why: 'supertest',
  },
  { code: 'expectTypeOf(x).toEqualTypeOf<string>()', is: ['x', null, 'type', false, null], why: 'a type' },
  { code: 'sinon.assert.calledWith(spy, 1)', is: ['spy', '1', 'exact', false, null], why: 'sinon' },
])('$code: $why', async ({ code, is }) => {
  const { assertions } = await readTest(code);
  expect(
    assertions.map(({ subject, expected, strength, negated, tolerance }) => [
      subject,
      expected,
      strength,
      negated,
      tolerance,
    ]),
  ).toEqual([is]);
});

test.each([
  { code: "import { expect as that } from 'vitest';\nthat(x).toBe(1);", count: 1, why: 'another name' },
  { code: "import { expect as unit } from '../src/expect';\nunit(x).toBe(1);", count: 0, why: 'the unit under test' },
  { code: "import { expectAssignable } from 'tsd';\nexpectAssignable<A>(x);", count: 1, why: 'of a type' },
  { code: "const t = require('tap');\nstart((error) => t.error(error));", count: 1, why: 'the context of the file' },
])('recognizes imported assertions: $why', async ({ code, count }) => {
  expect((await read(code)).helpers.flatMap(({ assertions }) => assertions)).toHaveLength(count);
});

test.each([
  { code: "import { testIfFast } from './kit';\ntestIfFast('a', () => { expect(x).toBe(1); });", tests: ['a'] },
  { code: "import { testData } from '../src/data';\ntestData('a');", tests: [] },
  { code: "check.it('a', () => { expect(x).toBe(1); });", tests: ['a'] },
  { code: "for (const pattern of all) pattern.test('a');", tests: [] },
  { code: "const t = require('tap');\nt.fail('a');", tests: [] },
])('recognizes tests declared through other modules: $code', async ({ code, tests }) => {
  const file = await read(code);
  expect(file.tests.map(({ name }) => name)).toEqual(tests);
  expect(file.markers).toEqual([]);
});

test('recognizes functions of an assertion library by their import', async () => {
  const code =
    "import { strictEqual as same } from 'node:assert';\nconst { ok: yes } = require('assert');\nit('a', () => { same(x, 1); yes(x); });";
  expect((await read(code)).tests[0]?.assertions.map(({ strength }) => strength)).toEqual(['exact', 'truthy']);
});

test.each([
  { code: 'const text = "expect(x).toBe(1)";', why: 'a string' },
  { code: 'const text = `expect(x).toBe(1)`;', why: 'a template' },
  { code: '// expect(x).toBe(1)', why: 'a comment' },
  { code: '/* expect(x).toBe(1) */', why: 'a block comment' },
  { code: 'expect.assertions(2); expect.extend({});', why: 'setup' },
  { code: 'cursor.is(x); /x/.test(y); console.assert(x);', why: 'other functions with such names' },
])('finds no assertion in $why', async ({ code }) => {
  expect((await readTest(code)).assertions).toEqual([]);
});

test.each([
  { code: "it.skip('a', () => {})", is: [['skip', false]], why: 'a member' },
  { code: "xit('a', () => {})", is: [['skip', false]], why: 'a prefix' },
  { code: "it.only('a', () => {})", is: [['focus', false]], why: 'a focus' },
  { code: "fit('a', () => {})", is: [['focus', false]], why: 'a focus by a prefix' },
  { code: "it.todo('a')", is: [['skip', false]], why: 'a todo' },
  { code: "it('a')", is: [['skip', false]], why: 'a missing body' },
  { code: "it.failing('a', () => {})", is: [['expected_failure', false]], why: 'an expected failure' },
  { code: "test.skipIf(c)('a', () => {})", is: [['skip', true]], why: 'a condition' },
  { code: "test.runIf(true)('a', () => {})", is: [], why: 'a condition that is always true' },
  { code: "it.concurrent.skip.each([1, 2])('a', () => {})", is: [['skip', false]], why: 'a member among others' },
  { code: "const itX = c ? it : it.skip; itX('a', () => {})", is: [['skip', true]], why: 'a conditional alias' },
  { code: "const off = it.skip; off('a', () => {})", is: [['skip', false]], why: 'an alias' },
  {
    code: "const off = it.skip; const o2 = off; o2('a', () => {})",
    is: [['skip', false]],
    why: 'an alias of an alias',
  },
  {
    code: "const itIf = (c) => c ? it : it.skip; itIf(x)('a', () => {})",
    is: [['skip', true]],
    why: 'a function that returns one',
  },
  {
    code: "function w(n, f) { if (x) it.skip(n, f); else it(n, f); }\nw('a', () => {})",
    is: [['skip', true]],
    why: 'a function that forwards',
  },
  { code: "(c ? it : it.skip)('a', () => {})", is: [['skip', true]], why: 'an inline choice' },
  { code: "import { it as spec } from 'vitest'; spec.skip('a', () => {})", is: [['skip', false]], why: 'another name' },
  { code: "const test = base.extend({}); test.skip('a', () => {})", is: [['skip', false]], why: 'an extended test' },
  { code: "it('a', { skip: true }, () => {})", is: [['skip', false]], why: 'an option' },
  { code: "it('a', { skip: 'why' }, () => {})", is: [['skip', false]], why: 'an option with a reason' },
  { code: "it('a', { skip: false }, () => {})", is: [], why: 'an option that is off' },
  { code: "it('a', { skip: c }, () => {})", is: [['skip', true]], why: 'a conditional option' },
  { code: "it('a', function () { this.skip(); })", is: [['skip', false]], why: 'a call' },
  { code: "it('a', (ctx) => { if (c) ctx.skip(); })", is: [['skip', true]], why: 'a conditional call' },
  { code: "it('a', ({ skip }) => { skip(); })", is: [['skip', false]], why: 'a destructured call' },
  { code: "test('a', () => { test.skip(c, 'why'); })", is: [['skip', true]], why: 'a call with a condition' },
  { code: "test('a', () => { test.fail(); })", is: [['expected_failure', false]], why: 'a call that expects failure' },
  { code: "describe.skip('g', () => { it('a', () => {}) })", is: [['skip', false]], why: 'its group' },
  {
    code: "describe('g', () => { test.skip(({ browser }) => browser, 'why'); test('a', () => {}) })",
    is: [['skip', true]],
    why: 'a call in its group',
  },
  {
    code: "describe('g', { skip: true }, () => { it('a', () => {}) })",
    is: [['skip', false]],
    why: 'an option of its group',
  },
  { code: "it('a', () => { cursor.skip(5); list.only(1); })", is: [], why: 'nothing' },
  { code: 'it(\'a\', () => { run("it.skip(1)"); })', is: [], why: 'a string only' },
])('markers: $why', async ({ code, is }) => {
  const { tests, markers } = await read(code);
  expect(tests.map((found) => found.markers.map(({ kind, conditional }) => [kind, conditional]))).toEqual([is]);
  expect(markers).toEqual([]);
});

test('a marker on a group without tests belongs to the file', async () => {
  expect((await read("describe.skip('g', () => {})")).markers).toHaveLength(1);
});

test.each([
  { body: 'return; expect(f()).toBe(1);', is: 'early_return', why: 'it returns before' },
  { body: 'if (x) return; expect(f()).toBe(1);', is: null, why: 'it is reachable' },
  { body: 'return expect(f()).toBe(1);', is: null, why: 'it is returned' },
  { body: 'if (false) { expect(f()).toBe(1); }', is: 'constant_condition', why: 'it never runs' },
  { body: 'false && expect(f()).toBe(1);', is: 'constant_condition', why: 'it never runs' },
  { body: 'for (const x of []) expect(f()).toBe(1);', is: 'constant_condition', why: 'the loop never runs' },
  { body: 'function inner() { expect(f()).toBe(1); }', is: 'constant_condition', why: 'it is never called' },
  { body: 'try { expect(f()).toBe(1); } catch {}', is: 'swallowed_failure', why: 'any error is swallowed' },
  {
    body: 'try { expect(f()).toBe(1); } catch (e) { console.log(e); }',
    is: 'swallowed_failure',
    why: 'any error is swallowed',
  },
  { body: 'try { expect(f()).toBe(1); } catch (e) { throw e; }', is: null, why: 'it is rethrown' },
  { body: 'try { expect(f()).toBe(1); } finally { g(); }', is: null, why: 'nothing is caught' },
  {
    body: 'await g().then(() => expect(f()).toBe(1)).catch(() => {});',
    is: 'swallowed_failure',
    why: 'a promise swallows it',
  },
])('$body is disarmed by $is: $why', async ({ body, is }) => {
  const { disarmed, assertions } = await readTest(body);
  expect(disarmed).toBe(is);
  expect(assertions).toHaveLength(1);
});

test.each([
  {
    code: "describe('g', () => { describe('h', () => { it('a', () => {}) }) })",
    tests: ['g > h > a'],
    helpers: [],
    why: 'nested groups',
  },
  { code: "it('a', fakeAsync(() => { expect(x).toBe(1) }))", tests: ['a'], helpers: [], why: 'a wrapped function' },
  {
    code: "test('a', (t) => { t.test('b', (t) => { t.ok(x) }) })",
    tests: ['a', 'a > b'],
    helpers: [],
    why: 'nested tests',
  },
  { code: 'function check(x) { expect(x).toBe(1) }', tests: [], helpers: ['check'], why: 'a function that asserts' },
  { code: 'const check = (x) => { expect(x).toBe(1) }', tests: [], helpers: ['check'], why: 'a variable that asserts' },
  { code: 'beforeEach(() => { expect(x).toBe(1) })', tests: [], helpers: ['beforeEach'], why: 'a hook' },
  {
    code: "check('a', () => { expect(x).toBe(1) })",
    tests: [],
    helpers: ['<module>'],
    why: 'renamed so that the runner ignores it',
  },
  {
    code: "const test = (x) => expect(x).toBe(1); test('a');",
    tests: [],
    helpers: ['test'],
    why: 'another function with the same name',
  },
  { code: "QUnit.test('a', (assert) => { assert.equal(x, 1) })", tests: ['a'], helpers: [], why: 'QUnit' },
  { code: "test.describe('g', () => { test('a', async () => {}) })", tests: ['g > a'], helpers: [], why: 'playwright' },
  { code: "import test from 'ava'; test.serial('a', (t) => { t.is(x, 1) })", tests: ['a'], helpers: [], why: 'ava' },
  { code: '/* it("a", () => { expect(x).toBe(1) }) */', tests: [], helpers: [], why: 'a test in a comment' },
  { code: 'run(`it("a", () => { expect(x).toBe(1) })`)', tests: [], helpers: [], why: 'a test in a template' },
])('separates tests and helpers: $why', async ({ code, tests, helpers }) => {
  const file = await read(code);
  expect(file.tests.map(({ name }) => name)).toEqual(tests);
  expect(file.helpers.map(({ name }) => name)).toEqual(helpers);
});

test.each([
  { code: "it.each([[1, 2], [3, 4]])('a', () => {})", cases: 2, why: 'rows' },
  { code: "const ROWS = [1, 2, 3]; it.each(ROWS)('a', () => {})", cases: 3, why: 'named rows' },
  {
    code: "it.each`\na | b\n@{1} | @{2}\n@{3} | @{4}\n`('a', () => {})".replaceAll('@', '$'),
    cases: 2,
    why: 'a table',
  },
  { code: "describe.each([1, 2])('g', () => { it.each([1, 2])('a', () => {}) })", cases: 4, why: 'nested rows' },
  { code: "for (const x of [1, 2]) it('a' + x, () => {})", cases: 2, why: 'a loop' },
  { code: "[1, 2].forEach((x) => { it('a' + x, () => {}) })", cases: 2, why: 'forEach' },
  { code: "it.each(load())('a', () => {})", cases: 1, why: 'unreadable rows' },
])('counts $cases cases: $why', async ({ code, cases }) => {
  expect((await read(code)).tests[0]?.cases).toBe(cases);
});

test('lists mocks of the file, the group and the test', async () => {
  const code =
    "vi.mock('./db'); it('a', () => { vi.spyOn(shop, 'tax').mockReturnValue(0); vi.spyOn(shop, 'seen'); check(1); })";
  const { tests } = await read(code);
  expect(tests[0]?.mocks).toEqual(['./db', 'shop.tax']);
  expect(tests[0]?.calls).toContain('check');
});

test('a body digest ignores layout and the test name', async () => {
  const digest = async (text: string) => (await read(text)).tests[0]?.body_digest;
  const one = await digest("it('a', () => { expect(f('x', [1])).toBe(3); });");
  expect(await digest('test("b", () => {\n  // says it\n  expect(\n    f("x", [1,]),\n  ).toBe(3)\n})')).toBe(one);
  expect(await digest("it('a', () => { expect(f('x', [1])).toBe(4); });")).not.toBe(one);
});

test('reads JSX elements and types', async () => {
  const jsx = "it('a', () => { render(<Cart items={[1]} />); expect(screen.getByText('x')).toBeVisible(); });";
  expect(await read(jsx, 'a.test.tsx')).toMatchObject({ language: 'tsx', engine: 'tree', broken: false });
  expect(await read(jsx, 'a.test.jsx')).toMatchObject({ language: 'javascript', engine: 'tree', broken: false });
  const typed = "it('a', () => { const x: Array<string> = f(); expect(x).toBe(1); });";
  expect(await read(typed, 'a.test.js')).toMatchObject({ language: 'javascript', engine: 'tree', broken: false });
});
