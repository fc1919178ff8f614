import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const count = (path: string, after: string): number =>
  findSignals(new Map([[path, { before: '', after }]])).filter(({ kind }) => kind === 'suppression').length;

test.each([
  ['a.ts', '// eslint-disable-next-line no-console\nf();'],
  ['a.js', '/* eslint-disable */'],
  ['a.tsx', '{/* eslint-disable-next-line react/no-danger */}'],
  ['a.ts', '  // @ts-ignore'],
  ['a.ts', '// @ts-expect-error: wrong types upstream'],
  ['a.ts', '// @ts-nocheck'],
  ['a.ts', '// biome-ignore lint/suspicious/noExplicitAny: x'],
  ['a.py', 'import os  # noqa'],
  ['a.py', 'import os  # noqa: F401'],
  ['a.py', 'import os  # NOQA:F401,E501'],
  ['a.py', '# ruff: noqa'],
  ['a.py', '# flake8: noqa'],
  ['a.py', 'x: int = f()  # type: ignore'],
  ['a.py', 'x: int = f()  # type: ignore[assignment]'],
  ['a.py', 'x = 1  # pylint: disable=invalid-name'],
  ['a.py', 'x = 1  # pyright: ignore'],
  ['a.py', '# mypy: ignore-errors'],
  ['a.go', 'f() //nolint:errcheck'],
  ['a.go', 'f() // nolint'],
  ['a.go', '//lint:ignore SA1019 old'],
  ['a.rs', '#[allow(dead_code)]\nfn f() {}'],
  ['a.rs', '#![allow(clippy::all)]'],
  ['A.java', '@SuppressWarnings("unchecked")\nvoid f() {}'],
  ['A.kt', '@Suppress("UNCHECKED_CAST")'],
  ['A.cs', '#pragma warning disable CS0168'],
  ['a.rb', 'x = 1 # rubocop:disable Lint/Foo'],
  ['a.cpp', 'f(); // NOLINT(bugprone)'],
  ['a.cpp', '#pragma GCC diagnostic ignored "-Wall"'],
  ['a.php', '// phpcs:ignore'],
  ['a.swift', '// swiftlint:disable force_cast'],
  ['run.sh', '# shellcheck disable=SC2086'],
])('%s: %s silences a warning', (path, text) => {
  expect(count(path, text)).toBe(1);
});

test.each([
  ['a.ts', 'const rule = "// eslint-disable-next-line";', 'a string'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.ts', 'const text = `\n// @ts-ignore\n${x}`;', 'a template'],
  ['a.ts', '// we no longer need eslint-disable here', 'a sentence about it'],
  ['a.ts', '// eslint-enable', 'the opposite'],
  ['a.ts', 'const a = /\\/\\/ @ts-ignore/;', 'a regular expression for it'],
  ['a.ts', '// see https://eslint.org/docs/rules/eslint-disable', 'a link to documentation'],
  ['a.py', 'HELP = """\nUse # noqa to silence\n"""', 'a multi-line string'],
  ['a.py', "assert '# type: ignore' in line", 'a test of a linter'],
  ['a.py', '# noqa comments are not allowed here', 'a sentence about it'],
  ['a.py', '# the type: ignored values', 'different words'],
  ['a.go', '// this is not linted', 'different words'],
  ['a.rs', '#[derive(Debug)]', 'another attribute'],
  ['a.rs', 'let s = "#[allow(dead_code)]";', 'a string'],
  ['a.rs', '// #[allow(dead_code)]', 'commented out'],
  ['A.java', '// @SuppressWarnings', 'commented out'],
  ['A.java', 'String s = "@SuppressWarnings";', 'a string'],
  ['a.rb', '"# rubocop:disable"', 'a string'],
  ['a.rb', 'x = "a#{b} # noqa"', 'a string with interpolation'],
  ['README.md', '# noqa\n// eslint-disable', 'prose'],
  ['eslint.config.js', 'export default { rules: { "no-console": "off" } };', 'a project-wide rule'],
])('%s: %s silences nothing: %s', (path, text) => {
  expect(count(path, text)).toBe(0);
});
