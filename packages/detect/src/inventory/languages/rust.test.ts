import { expect, test } from 'vitest';
import { describeFile, readTests } from '../../../test/told-file.ts';

const inTest = (body: string): string => `#[test]\nfn adds() {\n${body}\n}\n`;

test.each([
  { why: 'a value', body: 'assert_eq!(add(1, 2), 3, "sum of {}", 1);', told: ['adds: add(1,2) = 3 exact'] },
  { why: 'the constant is the expected value', body: 'assert_eq!(3, add(1, 2));', told: ['adds: add(1,2) = 3 exact'] },
  {
    why: 'a comparison as a condition',
    body: 'assert!(add(1, 2) == 3);',
    told: ['adds: add(1,2) = 3 exact'],
  },
  { why: 'a bound', body: 'assert!(n < 3, "many");', told: ['adds: n = <3 bound'] },
  {
    why: 'a condition and its negation',
    body: 'assert!(x.is_ok()); assert!(!y);',
    told: ['adds: x.is_ok() truthy; not y truthy'],
  },
  {
    why: 'a shape',
    body: 'assert!(matches!(x, Some(_))); assert_matches!(y, Ok(1));',
    told: ['adds: matches!(x,Some(_)) structure; y = Ok(1) structure'],
  },
  { why: 'an inequality', body: 'assert_ne!(a, b);', told: ['adds: not a = b truthy'] },
  { why: 'a snapshot', body: 'insta::assert_snapshot!(x, @"1");', told: ['adds: x = @"1" exact'] },
  { why: 'a tolerance', body: 'assert_relative_eq!(x, 1.0, epsilon = 0.01);', told: ['adds: x = 1.0 bound ±0.01'] },
  {
    why: 'nested macros without a tree',
    body: 'select! { _ = f() => { assert!(x); if y { panic!("z") } } }',
    told: ['adds: x truthy; "z" truthy'],
  },
  { why: 'a tautology', body: 'assert!(true);', told: ['adds: true tautology'] },
  { why: 'an unreachable place', body: 'assert!(false, "never");', told: ['adds: false truthy'] },
  {
    why: 'unwrap and expect are not assertions',
    body: 'f().unwrap(); g().expect("x"); let r = 1..2;',
    told: ['adds: '],
  },
  {
    why: 'ignores comments and strings',
    body: '// assert!(x)\n/* /* assert!(x) */ #[ignore] */\nlet s = r#"assert!("x")"#;',
    told: ['adds: '],
  },
  {
    why: 'methods that assert',
    body: 'expect![["1"]].assert_eq(&x); cmd.assert().success();',
    told: ['adds: &x = expect![["1"]] exact; cmd structure'],
  },
  { why: 'code after a return never runs', body: 'return;\nassert!(x);', told: ['adds (early_return): x truthy'] },
  {
    why: 'ignores code that never runs',
    body: 'if false { assert!(x); }',
    told: ['adds (constant_condition): x truthy'],
  },
  {
    why: 'code after a return that is always taken',
    body: 'if true { return; }\nassert!(x);',
    told: ['adds (constant_condition): x truthy'],
  },
  {
    why: 'a swallowed panic',
    body: 'let _ = std::panic::catch_unwind(|| { assert!(x); });',
    told: ['adds (swallowed_failure): x truthy'],
  },
  {
    why: 'a checked panic',
    body: 'let r = std::panic::catch_unwind(|| { f() }); assert!(r.is_err());',
    told: ['adds: r.is_err() truthy'],
  },
])('$why', async ({ body, told }) => {
  expect(await describeFile('tests/x.rs', inTest(body))).toEqual(told);
});

test.each([
  { why: 'ignored', text: '#[test]\n#[ignore = "slow"]\nfn a() { assert!(x) }', told: ['a: skip; x truthy'] },
  {
    why: 'ignored on one platform',
    text: '#[cfg_attr(windows, ignore)]\n#[test]\nfn a() { assert!(x) }',
    told: ['a: skip if; x truthy'],
  },
  {
    why: 'expected to panic',
    text: '#[test]\n#[should_panic(expected = "x")]\nfn a() { f() }',
    told: ['a: expected_failure'],
  },
  {
    why: 'never built',
    text: '#[cfg(any())]\nmod m { #[test] fn a() { assert!(x) } }',
    told: ['m::a: skip; x truthy'],
  },
  {
    why: 'tests of other harnesses',
    text: '#[tokio::test(flavor = "x")]\nasync fn a() { assert!(x) }\n#[rstest]\n#[case(1)]\n#[case(2)]\nfn b(#[case] n: u32) { assert_eq!(n, 1) }',
    told: ['a: x truthy', 'b ×2: n = 1 exact'],
  },
  {
    why: 'properties',
    text: 'proptest! {\n#[test]\nfn p(a in 0..9, b: u32) { prop_assert_eq!(a, b); }\n}\nquickcheck! { fn q(x: u32) -> bool { assert!(x > 1); true } }',
    told: ['p: a = b exact', 'q: x = >1 bound'],
  },
  {
    why: 'a macro that defines tests',
    text: 'macro_rules! t { ($n:ident, $e:expr) => { #[test] fn $n() { assert_eq!($e, 1) } } }\nt!(one, f(1));\nt!(two, f(2));',
    told: ['one: ', 'two: ', 'helper t: $e = 1 exact'],
  },
  {
    why: 'helpers',
    text: 'fn check(n: u32) { assert_eq!(n, 1) }\n#[test] fn a() { check(1) }',
    told: ['a: ', 'helper check: n = 1 exact'],
  },
])('$why', async ({ text, told }) => {
  expect(await describeFile('tests/x.rs', text)).toEqual(told);
});

test('reads only test code in a source file', async () => {
  const text = `
fn product(n: u32) { assert!(n > 0); panic!("x") }
#[cfg(test)]
fn shared() { assert!(x) }
#[cfg(all(test, unix))]
mod tests {
    fn check() { assert!(y) }
    #[test]
    fn a() { check() }
}
#[cfg(not(test))]
mod other { fn f() { assert!(z) } }
`;
  expect(await describeFile('src/lib.rs', text)).toEqual([
    'tests::a: ',
    'helper shared: x truthy',
    'helper tests::check: y truthy',
  ]);
});

test('reads a test module in its own file completely', async () => {
  const text = 'use super::*;\nfn check() { assert!(y) }\n#[test]\nfn a() { check() }\n';
  expect(await describeFile('src/cart/tests.rs', text)).toEqual(['a: ', 'helper check: y truthy']);
});

test('layout and comments do not change a test', async () => {
  const plain = await readTests('tests/x.rs', inTest('assert_eq!(add(1, 2), 3);'));
  const laidOut = await readTests('tests/x.rs', inTest('// why\nassert_eq!(\n    add(1, 2),\n    3,\n);'));
  expect(laidOut.tests[0]?.body_digest).toBe(plain.tests[0]?.body_digest);
});

test('a test next to public code does not make that code a test', async () => {
  const text = 'pub fn open(n: u8) {\n  assert!(n > 0);\n}\n\n#[test]\nfn opens() {\n  assert_eq!(door(), 1);\n}\n';
  expect(await describeFile('src/door.rs', text)).toEqual(['opens: door() = 1 exact']);
});

test('recognizes calls in macro tokens by name', async () => {
  const { tests } = await readTests('tests/tide.rs', inTest('each! { t => { check(t); seen!(t); fn made() {} } }'));
  expect(tests[0]?.calls).toEqual(expect.arrayContaining(['check', 'seen']));
  expect(tests[0]?.calls).not.toContain('made');
});

test('ignores a call without arguments, which is checked at compile time', async () => {
  expect(await describeFile('tests/queue.rs', inTest('assert_send::<Queue>(); common::assert_full(&queue);'))).toEqual([
    'adds: &queue structure',
  ]);
});
