import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const count = (path: string, after: string): number =>
  findSignals(new Map([[path, { before: '', after }]])).filter(({ kind }) => kind === 'always_equal').length;

test.each([
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return True\n'],
  [
    'a.py',
    'class A(int):\n    def __eq__(self, other: object) -> bool:\n        """Compare."""\n        return True\n',
  ],
  ['a.py', 'class A:\n    __eq__ = lambda self, other: True\n'],
  ['tests/test_a.py', 'class Result:\n    def __eq__(self, other):\n        return True\n'],
  ['a.ts', 'class A {\n  equals(other: A): boolean {\n    return true;\n  }\n}\n'],
  ['A.java', 'class A {\n  @Override public boolean equals(Object o) {\n    return true;\n  }\n}\n'],
  ['A.kt', 'class A {\n  override fun equals(other: Any?): Boolean = true\n}\n'],
  ['A.cs', 'class A {\n  public override bool Equals(object o) => true;\n}\n'],
  ['a.rb', 'class A\n  def ==(other)\n    true\n  end\nend\n'],
  ['a.swift', 'static func == (a: A, b: A) -> Bool { true }\n'],
  ['a.cpp', 'bool operator==(const A& other) const { return true; }\n'],
  ['conftest.py', 'unittest.TestCase.assertEqual = lambda *a, **k: None\n'],
  ['setup.ts', 'expect.extend({ toBe() { return { pass: true, message: () => "" }; } });\n'],
  ['setup.js', 'assert.strictEqual = () => {};\n'],
])('%s: %j is always equal', (path, text) => {
  expect(count(path, text)).toBe(1);
});

test.each([
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return self.x == other.x\n', 'a comparison'],
  [
    'a.py',
    'class A:\n    def __eq__(self, other):\n        if self is other:\n            return True\n        return self.x == other.x\n',
    'a shortcut',
  ],
  ['a.py', 'class A:\n    def __ne__(self, other):\n        return True\n', 'always unequal'],
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return False\n', 'never equal'],
  ['a.py', 'class A:\n    def __bool__(self):\n        return True\n', 'another method'],
  ['tests/test_a.py', 'class AnyValue:\n    def __eq__(self, other):\n        return True\n', 'a wildcard for tests'],
  ['a.py', 'TEXT = """\ndef __eq__(self, other):\n    return True\n"""\n', 'a string'],
  ['a.ts', 'isOpen() {\n  return true;\n}\n', 'another method'],
  ['A.java', 'public boolean equals(Object o) {\n  if (this == o) return true;\n  return false;\n}\n', 'a shortcut'],
  ['A.cs', '// public override bool Equals(object o) => true;\n', 'commented out'],
  ['setup.ts', 'expect.extend({ toBeWithin(a, b) { return { pass: true }; } });\n', 'a new assertion'],
  ['a.js', 'const x = assert.strictEqual == y;\n', 'a comparison'],
])('%s: %j is not always equal: %s', (path, text) => {
  expect(count(path, text)).toBe(0);
});
