import { expect, test } from 'vitest';
import { findAdvice, findInstall, lastLines } from './advice.ts';

test.each([
  { output: 'bash: line 1: go: command not found', advice: 'no Go toolchain found; install Go' },
  { output: 'bash: line 2: cargo: command not found', advice: 'no Rust toolchain found; install Rust' },
  { output: 'sh: 1: python3: not found', advice: 'no Python 3 found' },
  { output: 'error: rustup could not choose a version of cargo to run', advice: '`rustup default stable`' },
  { output: 'go: go.mod requires go >= 1.22 (running go 1.19; GOTOOLCHAIN=local)', advice: 'the module needs Go 1.22' },
  { output: 'note: module requires Go 1.21', advice: 'the module needs Go 1.21' },
  { output: 'a.go:4:2: missing go.sum entry for module providing package b', advice: '`go mod tidy`' },
  { output: 'go: example.com/a@v1: module lookup disabled by GOFLAGS=-mod=vendor', advice: '`go mod vendor`' },
  { output: 'Get "https://proxy.golang.org/a": dial tcp: lookup proxy.golang.org', advice: '`go mod vendor`' },
  { output: 'error: no matching package named `serde` found', advice: '`cargo vendor`' },
  {
    output: 'attempting to make an HTTP request, but --offline was specified',
    advice: '`cargo vendor`',
  },
  { output: '/usr/bin/python3: No module named pytest', advice: '`python3 -m pip install pytest`' },
  {
    output: "ModuleNotFoundError: No module named 'attr.validators'",
    advice: 'the Python module attr.validators is not installed',
  },
  { output: 'Could not find gem rake in locally installed gems.', advice: '`bundle install`' },
  { output: 'Error: getaddrinfo ENOTFOUND example.com', advice: 'it needs the network' },
])('$output: $advice', ({ output, advice }) => {
  const given = { command: 'test', output: `first\n${output}\nlast`, timed_out: false, install: null };
  expect(findAdvice(given)).toContain(advice);
});

test.each([
  'sh: 1: vitest: not found',
  "Error: Cannot find module 'left-pad'",
  "Cannot find package 'ava' imported from /a/test.js",
])('without node_modules, %s means that packages are not installed', (output) => {
  expect(findAdvice({ command: 'npm test', output, timed_out: false, install: 'npm ci' })).toBe(
    'the dependencies are not installed: run `npm ci`, then try again',
  );
});

test('a timeout explains itself', () => {
  expect(findAdvice({ command: 'a', output: 'go: command not found', timed_out: true, install: null })).toContain(
    'timeout',
  );
});

test('has no advice for tests that fail', () => {
  const given = { command: 'a', output: 'AssertionError: 1 != 2', timed_out: false, install: 'npm ci' };
  expect(findAdvice(given)).toBeUndefined();
});

test.each([
  { paths: ['package-lock.json'], install: 'npm ci' },
  { paths: ['pnpm-lock.yaml'], install: 'pnpm install --frozen-lockfile' },
  { paths: ['yarn.lock'], install: 'yarn install --immutable' },
  { paths: ['src/yarn.lock'], install: 'npm install' },
])('$paths: $install', ({ paths, install }) => {
  expect(findInstall(paths)).toBe(install);
});

test('shows the last lines that are not empty', () => {
  const text = Array.from({ length: 40 }, (_, line) => `line ${line}  \n`).join('\n');
  expect(lastLines(text).split('\n')).toHaveLength(15);
  expect(lastLines(text)).toMatch(/line 39$/);
});
