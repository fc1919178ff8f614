import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArgv, parseShell, type SimpleCommand } from './shell.ts';

describe('reads a script as a shell does', () => {
  test.each([
    { script: 'cat a | grep b | wc -l', found: ['cat a', 'grep b', 'wc -l'], why: 'every part of a pipe is a command' },
    { script: 'a && b || c; d', found: ['a', 'b', 'c', 'd'], why: 'all parts of a list, whatever their outcome' },
    { script: '(cd x && curl y)', found: ['cd x', 'curl y'], why: 'a subshell' },
    { script: '{ a; b; }', found: ['a', 'b'], why: 'a group' },
    { script: 'nohup a & b', found: ['a', 'b'], why: 'background commands count' },
    { script: '! a', found: ['a'], why: 'a negation' },
    { script: 'coproc a b', found: ['a b'], why: 'a coprocess' },
    {
      script: `echo 'a b' "c;d" e\\ f`,
      found: ['echo a b c;d e f'],
      why: 'quotes and backslashes hold words together',
    },
    { script: `'cu'"rl" x`, found: ['curl x'], why: 'a name may be quoted in pieces' },
    { script: '\\curl x', found: ['curl x'], why: 'a backslash only bypasses an alias' },
    { script: '/usr/bin/curl x', found: ['curl x'], why: 'programs are known without their folder' },
    { script: 'curl.exe x', found: ['curl x'], why: 'and without the suffix of Windows' },
    { script: 'A=1 B=2 curl x', found: ['curl x'], why: 'assignments come before the command' },
    { script: 'A=1', found: [], why: 'an assignment alone starts nothing' },
    { script: 'A=$(curl x)', found: ['curl x'], why: 'unless its value does' },
    { script: '((ssh))', found: [], why: 'arithmetic names variables' },
    { script: '# curl x', found: [], why: 'a comment' },
    { script: 'ls # curl x', found: ['ls'], why: 'a comment after a command' },
    { script: 'curl \\\n  -s \\\n  x', found: ['curl -s x'], why: 'lines continue' },
    { script: 'a\r\nb\r\n', found: ['a', 'b'], why: 'line ends of Windows' },
    { script: 'f() { curl x; }; f', found: ['curl x', 'f'], why: 'the body of a function' },
    { script: 'function g { wget y; }', found: ['wget y'], why: 'the other spelling of a function' },
    { script: 'if a; then b; elif c; then d; else e; fi', found: ['a', 'b', 'c', 'd', 'e'], why: 'all branches' },
    { script: 'for i in $(a); do b; done', found: ['a', 'b'], why: 'the list of a loop and its body' },
    { script: 'while a; do b; done', found: ['a', 'b'], why: 'the condition of a loop' },
    { script: 'until a; do b; done', found: ['a', 'b'], why: 'and of an until loop' },
    { script: 'case $x in y) a;; *) b;; esac', found: ['a', 'b'], why: 'all cases' },
    { script: 'echo $(a)', found: ['echo $(a)', 'a'], why: 'a substitution' },
    { script: 'echo "`a`"', found: ['echo `a`', 'a'], why: 'a substitution in backticks, in quotes' },
    { script: "echo '$(a)'", found: ['echo $(a)'], why: 'single quotes prevent a substitution' },
    { script: 'diff <(a) <(b)', found: ['diff <(a) <(b)', 'a', 'b'], why: 'process substitutions' },
    { script: 'echo $((1 + $(a)))', found: ['echo $((1 + $(a)))', 'a'], why: 'a substitution in arithmetic' },
    { script: '[[ $(a) == b ]]', found: ['a'], why: 'a substitution in a test' },
    { script: "cat <<'E'\n$(a)\nE", found: ['cat'], why: 'a quoted heredoc is text' },
    { script: 'cat <<E\ncurl x\n$(a)\nE', found: ['cat', 'a'], why: 'an unquoted heredoc is text with substitutions' },
    { script: "bash <<'E'\ncurl x\nE", found: ['curl x'], why: 'a heredoc to a shell is a script' },
    { script: 'bash -s arg <<E\ncurl x\nE', found: ['curl x'], why: 'also with arguments' },
    { script: "bash x.sh <<'E'\ncurl x\nE", found: ['bash x.sh'], why: 'but not if the shell has a script already' },
    { script: 'bash - <<E\ncurl x\nE', found: ['curl x'], why: 'a dash is the standard input' },
    { script: 'su bob <<E\ncurl x\nE', found: ['curl x'], why: 'the operand of su is a user' },
    { script: "sh <<< 'curl x'", found: ['curl x'], why: 'so is a here-string' },
    { script: "python3 - <<'E'\ncurl = 1\nE", found: ['python3 -'], why: 'other interpreters do not read shell' },
  ])('$script → $found: $why', ({ script, found }) => {
    expect(parseShell(script).map(line)).toEqual(found);
  });
});

describe('looks through programs that start others', () => {
  test.each([
    { script: 'env A=x B=y curl z', found: ['curl z'], why: 'assignments of env' },
    { script: 'env -i -u A curl z', found: ['curl z'], why: 'options of env, one with a value' },
    { script: "env -S 'curl z'", found: ['curl z'], why: 'env splits a string' },
    { script: 'env', found: ['env'], why: 'nothing is started' },
    { script: 'sudo -u bob -E curl x', found: ['curl x'], why: 'sudo with a user' },
    { script: 'sudo -- curl x', found: ['curl x'], why: 'the end of options' },
    { script: 'sudo -u', found: ['sudo -u'], why: 'an option without its value' },
    { script: 'timeout -s KILL -k 5 10s curl x', found: ['curl x'], why: 'the first operand of timeout is a duration' },
    { script: 'nohup nice -n 5 stdbuf -oL curl x', found: ['curl x'], why: 'one after another' },
    { script: 'time curl x', found: ['curl x'], why: 'a keyword' },
    { script: '/usr/bin/time -v curl x', found: ['curl x'], why: 'and the program of that name' },
    { script: 'ls | xargs -n 1 curl', found: ['ls', 'curl'], why: 'xargs' },
    { script: "xargs -I{} sh -c 'curl {}'", found: ['curl {}'], why: 'xargs and a shell' },
    { script: "watch -n 5 'curl x'", found: ['curl x'], why: 'watch gives its operand to a shell' },
    { script: 'command curl x', found: ['curl x'], why: 'command starts it' },
    { script: 'command -v curl', found: ['command -v curl'], why: 'command -v only asks where it is' },
    { script: 'which curl', found: ['which curl'], why: 'so does which' },
    { script: 'npx -y prettier .', found: ['prettier .'], why: 'a package runner' },
    { script: "bash -c 'a; b'", found: ['a', 'b'], why: 'a shell with a script' },
    { script: "bash -euo pipefail -lc 'a'", found: ['a'], why: 'among options, one with a value' },
    { script: "bash -c -- 'a'", found: ['a'], why: 'the script is the first operand' },
    { script: "sh -c 'a $1' _ b", found: ['a $1'], why: 'what follows are its arguments' },
    {
      script: 'bash run.sh -c curl',
      found: ['bash run.sh -c curl'],
      why: 'options after a file are those of the file',
    },
    { script: 'bash -c', found: ['bash -c'], why: 'no script' },
    { script: "su - bob -c 'curl x'", found: ['curl x'], why: 'su takes its script anywhere' },
    { script: 'eval "curl x"', found: ['curl x'], why: 'eval' },
    { script: `sudo env A=b bash -c "eval 'curl x'"`, found: ['curl x'], why: 'all combined' },
    {
      script: "find . -exec curl {} \\; -o -exec sh -c 'wget x' +",
      found: ['find . -exec curl {} ; -o -exec sh -c wget x +', 'curl {}', 'wget x'],
      why: 'the actions of find, and find itself',
    },
  ])('$script → $found: $why', ({ script, found }) => {
    expect(parseShell(script).map(line)).toEqual(found);
  });

  test('an argument vector is not split again', () => {
    expect(parseArgv(['echo', 'a; curl x']).map(line)).toEqual(['echo a; curl x']);
    expect(parseArgv(['bash', '-lc', 'a; curl x']).map(line)).toEqual(['a', 'curl x']);
    expect(parseArgv([])).toEqual([]);
  });
});

test.each([
  { script: 'a < in > out 2>> log', files: [['in', 'out', 'log']], why: 'all redirections' },
  { script: 'a > out 2>&1', files: [['out']], why: 'a descriptor is no file' },
  { script: 'a &> out', files: [['out']], why: 'both outputs at once' },
  { script: '> out', files: [['out']], why: 'a redirection without a command' },
  { script: "bash -c 'a' > out", files: [[], ['out']], why: 'of a shell, separate from its script' },
  { script: '{ a; b; } > out', files: [['out'], [], []], why: 'of a group' },
])('the files of $script are $files: $why', ({ script, files }) => {
  expect(parseShell(script).map((command) => command.files)).toEqual(files);
});

test.each([
  { script: '', name: undefined, why: 'nothing' },
  { script: ' \n\t', name: undefined, why: 'only space' },
  { script: "echo 'curl", name: 'echo', why: 'a quote that does not end' },
  { script: 'curl "x', name: 'curl', why: 'another unterminated quote' },
  { script: 'cat <<E\ncurl x', name: 'cat', why: 'a heredoc that does not end' },
  { script: 'if', name: 'if', why: 'a keyword alone' },
  { script: 'for x in', name: 'for', why: 'half a loop' },
  { script: '&& ls', name: 'ls', why: 'an operator without its left side' },
  { script: ')', name: undefined, why: 'no word at all' },
  { script: `curl ${'x'.repeat(1 << 20)}`, name: 'curl', why: 'too long to parse' },
  { script: `curl ${'{a,'.repeat(50_000)}`, name: 'curl', why: 'a bomb of braces' },
  { script: `curl ${'$('.repeat(50_000)}`, name: 'curl', why: 'a bomb of substitutions' },
])('falls back to the first word, $name: $why', ({ script, name }) => {
  expect(parseShell(script)[0]?.name).toBe(name);
});

const nested = (inner: (script: string, level: number) => string, levels: number): string =>
  Array.from({ length: levels }).reduce<string>((script, _, level) => inner(script, level), 'ls');

test.each([
  { name: 'substitutions', script: '$('.repeat(60_000) },
  { name: 'substitutions of sudo', script: '$(}sudo '.repeat(15_000) },
  { name: 'shells in substitutions', script: 'sh -c "$('.repeat(14_000) },
  { name: 'shells in closed substitutions', script: nested((script) => `sh -c "$(${script})"`, 60) },
  { name: 'heredocs in heredocs', script: nested((script, level) => `sh <<E${level}\n$(${script}\n)\nE${level}`, 60) },
  { name: 'finds that exec finds', script: 'find . -exec '.repeat(9_000) },
  { name: 'many actions of find', script: `find . ${'-exec a \\; '.repeat(10_000)}` },
  { name: 'braces', script: '{a,'.repeat(40_000) },
  { name: 'closed braces', script: '{a,b}'.repeat(25_000) },
  { name: 'backticks', script: '`a '.repeat(40_000) },
  { name: 'a shell with many commands', script: `bash -c '${'a;'.repeat(60_000)}'` },
  { name: 'evals', script: 'eval '.repeat(25_000) },
  { name: 'a megabyte of text', script: 'lorem ipsum; '.repeat(80_000) },
  { name: 'a megabyte of brackets', script: '({['.repeat(350_000) },
])('is quick for $name', ({ script }) => {
  expect(parseShell(script)).toBeInstanceOf(Array);
});

const pieces = fc.constantFrom(
  ...'$( ) { } {a, ` " \' << <<E \n ; & | && > < <( ( (( [[ ]] # \\ = $ ${ if then fi for do done case esac sudo env bash -c find -exec xargs eval curl \0'.split(
    ' ',
  ),
);

test('never throws on arbitrary text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (script) => Array.isArray(parseShell(script))));
});

test('never throws on shell fragments in any order', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.constantFrom('', ' '), (words, between) =>
      Array.isArray(parseShell(words.join(between))),
    ),
  );
});

test('a quoted word is one argument, whatever it contains', () => {
  fc.assert(
    fc.property(
      fc.string().map((text) => text.replaceAll("'", '')),
      (text) => {
        expect(parseShell(`echo '${text}'`)).toEqual([{ name: 'echo', args: [text], files: [] }]);
      },
    ),
  );
});

const line = ({ name, args }: SimpleCommand): string => [name, ...args].join(' ');
