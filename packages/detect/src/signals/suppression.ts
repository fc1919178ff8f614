import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Comments and attributes that silence a linter, a compiler or a type checker. */
export const suppression = defineDetector({
  kind: 'suppression',
  find: (file) => [...inComments(file), ...inCode(file)],
});

// only at the start of a comment; a later mention silences nothing
const AT_START: Readonly<Record<string, RegExp>> = {
  javascript:
    /^(?:eslint-disable(?:-next-line|-line)?\b|@ts-(?:ignore|expect-error|nocheck)\b|biome-ignore\b|tslint:disable\b|deno-lint-ignore\b|oxlint-disable\b|prettier-ignore\b|standard-disable\b|stylelint-disable\b)/,
  go: /^(?:nolint\b|lint:(?:file-)?ignore\b|#nosec\b)/,
  java: /^(?:noinspection\b|NOSONAR\b|CHECKSTYLE[.:]OFF\b|ktlint-disable\b|scalastyle:off\b)/,
  csharp: /^(?:NOSONAR\b|ReSharper disable\b)/,
  cpp: /^(?:NOLINT(?:NEXTLINE|BEGIN)?\b|NOSONAR\b|cppcheck-suppress\b)/,
  swift: /^swiftlint:disable\b/,
  php: /^(?:phpcs:(?:ignore|disable|ignoreFile)\b|@phpstan-ignore\b|@psalm-suppress\b|@phan-suppress\b|NOSONAR\b|@codingStandardsIgnore\w*)/,
  ruby: /^(?:rubocop:(?:disable|todo)\b|standard:disable\b)/,
  python: /^(?:mypy:\s*ignore-errors\b|pyre-ignore|pyre-fixme|fmt:\s*off\b)/,
  shell: /^shellcheck\s+disable=/,
};

// recognized anywhere in a comment
const ANYWHERE: Readonly<Record<string, RegExp>> = {
  python:
    /#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa\b(?!\s+\w)|#\s*type\s*:\s*ignore\b|#\s*pylint\s*:\s*(?:disable|skip-file)\b|#\s*pyright\s*:\s*ignore\b|#\s*nosec\b|#\s*ty\s*:\s*ignore\b/gi,
};

const MARK = /^(?:\/\/+|\/\*+|#+|--)\s*/;

function inComments({ language, comments, text, lineAt }: SourceFile): Construct[] {
  const start = AT_START[language.id];
  const anywhere = ANYWHERE[language.id];
  if (start === undefined && anywhere === undefined) return [];
  const found: Construct[] = [];
  for (const range of comments) {
    const comment = text.slice(range.start, Math.min(range.end, range.start + 500));
    const said = comment.replace(MARK, '');
    if (start?.test(said)) found.push(construct(lineAt(range.start), said));
    for (const match of anywhere === undefined ? [] : comment.matchAll(anywhere))
      found.push(construct(lineAt(range.start + match.index), comment.slice(match.index).replace(MARK, '')));
  }
  return found;
}

const IN_CODE: Readonly<Record<string, RegExp>> = {
  rust: /#!?\[\s*(?:allow|expect)\s*\([^\])]{0,200}\)|#!?\[\s*cfg_attr\s*\([^\])]{0,100}\ballow\s*\([^\])]{0,100}\)/g,
  java: /@(?:file:)?Suppress(?:Warnings|Lint|FBWarnings)?\b/g,
  csharp:
    /^[ \t]*#pragma\s+warning\s+disable\b|\[\s*(?:assembly:\s*)?(?:[\w.]+\.)?(?:SuppressMessage|UnconditionalSuppressMessage)\b/gm,
  cpp: /^[ \t]*#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored\b|^[ \t]*#\s*pragma\s+warning\s*\(\s*(?:disable|suppress)\b/gm,
};

function inCode({ language, code, text, lineAt }: SourceFile): Construct[] {
  const pattern = IN_CODE[language.id];
  if (pattern === undefined) return [];
  return [...code.matchAll(pattern)].map((match) => {
    const written = text.slice(match.index, match.index + 200).split('\n')[0] as string;
    return construct(lineAt(match.index + match[0].length - match[0].trimStart().length), written);
  });
}

const construct = (line: number, directive: string): Construct => ({
  line,
  // the same directive on another line moved and is not new
  key:
    directive
      .split('\n')[0]
      ?.replace(/\s+/g, ' ')
      .replace(/\s*\*\/\s*\}?\s*$/, '')
      .trim()
      .slice(0, 200) ?? '',
  message: 'A warning is silenced here; fix its cause, or explain why it is wrong.',
});
