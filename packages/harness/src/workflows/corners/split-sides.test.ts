import { expect, test } from 'vitest';
import { mergeMixed } from './split-sides.ts';

test('settings of the runner are divided from the rest of a file', () => {
  const rest = '{"name":"b","scripts":{"test":"true"}}';
  const runner = '{"name":"a","scripts":{"test":"mocha"}}';
  expect(JSON.parse(mergeMixed('package.json', { rest, runner }))).toEqual({ name: 'b', scripts: { test: 'mocha' } });
  const sections = mergeMixed('pyproject.toml', {
    rest: '[project]\nname = "b"\n[tool.pytest.ini_options]\naddopts = "-k no"\n',
    runner: '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = ""\n',
  });
  expect(sections).toContain('name = "b"');
  expect(sections).toContain('addopts = ""');
});

test('a file whose settings of the runner did not change stays as it is', () => {
  const [rest, runner] = ['{ "name": "b",\n"scripts": {} }', '{"name":"a","scripts":{}}'];
  expect(mergeMixed('package.json', { rest, runner })).toBe(rest);
  const lines = '[project]\nname = "b"\n[tool.tox]\na = 1\n';
  expect(mergeMixed('tox.ini', { rest: lines, runner: lines.replace('"b"', '"a"') })).toBe(lines);
});
