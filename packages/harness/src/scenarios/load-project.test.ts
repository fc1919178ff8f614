import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssayError } from '@assay/schema';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { formatConfigError, listConfigErrors } from './documents/config-errors.ts';
import { type LoadProjectOptions, loadProject } from './load-project.ts';

const configs = fileURLToPath(new URL('../../../../fixtures/configs/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assay-projects-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const agentTypes = ['claude-code', 'codex', 'gemini', 'acp', 'command', 'nop'];
const acpAgents = ['goose', 'cursor'];

let projects = 0;

function write(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, `${projects++}`);
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function mistakesOf(options: LoadProjectOptions): Promise<readonly string[]> {
  const error = await loadProject({ agentTypes, acpAgents, ...options }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toMatchObject({ code: 'invalid_config', exit_code: 2 });
  const mistakes = listConfigErrors(error).map(formatConfigError);
  for (const mistake of mistakes) expect((error as AssayError).message).toContain(mistake);
  return mistakes;
}

const SCENARIO = 'name: one\nuser_instruction: Do it.\nworkspace_seed: empty\n';

test('reports all errors of all files at once', async () => {
  expect(await mistakesOf({ folder: `${configs}broken` })).toMatchInlineSnapshot(`
    [
      "assay.config.yaml:3:5 agents[0]: expected one of claude-code, codex, gemini, acp, command, nop, found "claude-cod" (did you mean claude-code?)",
      "assay.config.yaml:4:5 agents[1]: expected command for the type command, found none",
      "assay.config.yaml:5:11 agents[2].id: expected a unique id, found "bot" again",
      "assay.config.yaml:5:36 agents[2].skills[0]: expected a file or folder at "./no-such-skill", found nothing there",
      "assay.config.yaml:6:5 agents[3]: expected text or { id, type }, found 7",
      "assay.config.yaml:7:10 weights: expected four weights that add up to 1 (± 0.001), found 1.0999999999999999",
      "assay.config.yaml:8:14 budget_usdd: expected no such field, found 3 (did you mean budget_usd?)",
      "assay.config.yaml:9:19 limits.wall_s: expected a number, found "long"",
      "scenarios/fields.yaml:1:1 user_instruction: expected text, found nothing",
      "scenarios/fields.yaml:2:20 user_instructions: expected no such field, found "Do it." (did you mean user_instruction?)",
      "scenarios/fields.yaml:3:17 workspace_seed: expected { copy } or { git, ref } or { archive } or "empty" or "image", found an object with copi (did you mean copy?)",
      "scenarios/fields.yaml:5:52 stages[0].max_attempts: expected a number of at least 1, found 0",
      "scenarios/fields.yaml:6:13 stages[1].name: expected a unique name, found "test" again",
      "scenarios/fields.yaml:8:22 scorers[0].type: expected "command" or "answers" or "reward" or "allowed_paths" or "forbid_paths" or "max_files_changed" or "forbid_secrets" or "file_exists" or "tests_unmodified" or "baseline_unmodified" or "no_new_skips" or "assertions_not_weakened" or "llm_judge" or "runner_config_unmodified" or "test_count_floor" or "fail_to_pass" or "pass_to_pass" or "no_new_suppressions" or "coverage_not_decreased" or "special_cased_tests" or "no_surroundings" or "early_exits" or "tests_can_fail" or "no_loose_programs" or "answer_lookups" or "budget" or "claims_verified" or text such as "no-todo", found "comand" (did you mean command?)",
      "scenarios/fields.yaml:9:61 scorers[1].timeout_s: expected a number of at most 3600, found 5000",
      "scenarios/fields.yaml:9:76 scorers[1].timeout: expected no such field, found 3 (did you mean timeout_s?)",
      "scenarios/fields.yaml:10:13 scorers[2].name: expected a unique name, found "b" again",
      "scenarios/fields.yaml:10:41 scorers[2].path: expected a path inside the workspace such as src/index.ts, without empty, . or .. segments, found "../outside"",
      "scenarios/fields.yaml:11:47 scorers[3].patterns: expected a non-empty list, found an empty list",
      "scenarios/fields.yaml:12:48 scorers[4].limit: expected a number of at least 0, found -1",
      "scenarios/fields.yaml:14:3 rubric: expected weights that sum to 1 (±0.001), found 1.2",
      "scenarios/fields.yaml:16:19 limits.memory: expected no such field, found 5 (did you mean memory_mb?)",
      "scenarios/fields.yaml:17:19 expected_outcome: expected one of "completion", "refusal", found "refuse" (did you mean refusal?)",
      "scenarios/files.json:4:31 workspace_seed.copy: expected a folder at "./nowhere", found nothing there",
      "scenarios/files.json:5:13 oracle: expected a file or folder at "./nowhere.patch", found nothing there",
      "scenarios/files.json:6:14 skills[0]: expected a file or folder at "./no-skill", found nothing there",
      "scenarios/files.json:7:17 artifacts[0]: expected a file or folder at "./no-rules.md", found nothing there",
      "scenarios/syntax.json:3:1: expected JSON, found Expected double-quoted property name",
      "scenarios/syntax.yaml:2:1: expected YAML, found Flow sequence in block collection must be sufficiently indented and end with a ]",
      "scenarios/throws.ts: expected a file that can be imported, found this file cannot be loaded",
      "scenarios/nested/deep/scenario.yaml:1:7 name: expected a unique name, found "files", as in scenarios/files.json",
    ]
  `);
});

test.each([
  {
    why: 'truncated YAML',
    text: 'name: "one\n',
    says: 'Missing closing "quote',
  },
  {
    why: 'a duplicate YAML key',
    text: `${SCENARIO}name: two\n`,
    says: ':4:1: expected YAML, found Map keys must be unique',
  },
  { why: 'an unknown tag', text: `${SCENARIO}oracle: !!js/function x\n`, says: 'Unresolved tag' },
  { why: 'a second document', text: `${SCENARIO}---\n${SCENARIO}`, says: 'multiple documents' },
  { why: 'a merge key', text: `base: &b { name: one }\n<<: *b\n`, says: 'expected no such field' },
  {
    why: 'multiplying aliases',
    text: `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghij']
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[index]}`).join()}]`)
      .join('\n')}\n`,
    says: 'Excessive alias count',
  },
  { why: 'a recursive alias', text: 'a: &a [*a]\n', says: 'expected' },
  {
    why: 'an oversized file',
    text: `${SCENARIO}# ${'x'.repeat(256 * 1024)}`,
    says: 'at most 262144 bytes',
  },
  { why: 'an empty file', text: '', says: 'expected an object, found null' },
  { why: 'unclosed brackets', text: '['.repeat(10_000), says: 'expected YAML' },
  { why: 'a list', text: '- 1\n', says: 'expected an object, found a list of 1 item' },
])('a scenario of $why is a mistake, not a crash', async ({ text, says }) => {
  const mistakes = await mistakesOf({ folder: write({ 'one.yaml': text }), names: ['one.yaml'] });
  expect(mistakes.join('\n')).toContain(says);
});

test.each([
  { text: '{"name": "a", "name": "b"}', says: 'one.json:1:15: expected each key once' },
  { text: '{"name": }', says: 'one.json' },
  { text: `${'['.repeat(200_000)}${']'.repeat(200_000)}`, says: 'one.json' },
  { text: '{"__proto__": {"name": "x"}}', says: '__proto__: expected no such field' },
])('JSON such as $text is reported as an error, not a crash', async ({ text, says }) => {
  const mistakes = await mistakesOf({ folder: write({ 'one.json': text }), names: ['./one.json'] });
  expect(mistakes.join('\n')).toContain(says);
});

test('an agent named like an object property is reported as an error', async () => {
  const folder = write({ 'one.yaml': SCENARIO, 'assay.config.yaml': 'agents: [toString, constructor]\n' });
  const mistakes = await mistakesOf({ folder, names: ['./one.yaml'] });
  expect(mistakes.map((mistake) => mistake.replace(/expected.*, found/, 'found'))).toEqual([
    'assay.config.yaml:1:10 agents[0]: found "toString"',
    'assay.config.yaml:1:20 agents[1]: found "constructor"',
  ]);
});

test('any value as scenario or configuration loads or is reported as an error', async () => {
  const keys = fc.constantFrom(
    'name',
    'user_instruction',
    'workspace_seed',
    'scorers',
    'rubric',
    'limits',
    'skills',
    'agents',
  );
  const inherited = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
  const odd = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.array(inherited), inherited)));
  const folder = write({});
  await fc.assert(
    fc.asyncProperty(odd, odd, async (scenario, config) => {
      writeFileSync(join(folder, 'one.json'), JSON.stringify(scenario));
      writeFileSync(join(folder, 'assay.config.json'), JSON.stringify(config));
      const error = await loadProject({ folder, names: ['./one.json'], agentTypes }).catch((thrown: unknown) => thrown);
      if (error instanceof Error) expect(error).toBeInstanceOf(AssayError);
    }),
    { numRuns: 150 },
  );
});

test('completes agents and makes their paths absolute', async () => {
  const project = await loadProject({ folder: `${configs}assay`, agentTypes });
  expect(project.agents).toMatchObject([
    { id: 'nop', type: 'nop', flags: [] },
    { id: 'opus', type: 'claude-code', model: 'claude-opus-4-8', skills: [`${configs}assay/skills/tone`] },
    { id: 'my-bot', type: 'command', command: 'sh ./bot.sh' },
  ]);
  expect(project).toMatchObject({ config_file: `${configs}assay/assay.config.yaml`, notes: [] });
  expect(project.scenarios).toMatchObject([{ id: 'add-check', base: `${configs}assay/forms`, agents: null }]);
});

test.each(['assay.config.ts', 'assay.config.js'])('%s may be a function', async (name) => {
  const text = "export default async () => ({ scenarios: 's', agents: ['nop'], concurrency: 3 });\n";
  const folder = write({ [name]: text, 's/one.yaml': SCENARIO });
  expect(await loadProject({ folder })).toMatchObject({ config: { concurrency: 3 }, scenarios: [{ id: 'one' }] });
});

test('limits of the configuration are defaults for scenarios', async () => {
  const folder = write({
    'assay.config.yaml': 'limits: { wall_s: 60, tokens: 500 }\n',
    'scenarios/one.yaml': `${SCENARIO}limits: { wall_s: 30 }\n`,
  });
  const { scenarios } = await loadProject({ folder });
  expect(scenarios[0]?.scenario.limits).toMatchObject({ wall_s: 30, tokens: 500, memory_mb: 2048 });
});

test('finds a configuration in parent folders up to the repository root', async () => {
  const folder = write({
    'assay.config.yaml': 'concurrency: 2\n',
    'repository/.git/HEAD': '',
    'repository/assay.config.yaml': 'scenarios: ./one.yaml\n',
    'repository/one.yaml': SCENARIO,
    'repository/a/b/keep': '',
    'other/.git/HEAD': '',
    'other/a/keep': '',
  });
  const found = await loadProject({ folder: join(folder, 'repository/a/b') });
  expect(found.config_file).toBe(join(folder, 'repository/assay.config.yaml'));
  expect(await mistakesOf({ folder: join(folder, 'other/a') })).toEqual([
    '. scenarios: expected assay.config.*, or scenarios at "./scenarios", found nothing there (`assay init` writes a first one)',
  ]);
});

test.each([
  { formulas: '{ axis: "9" }', says: 'formulas.axis: expected a version of axis: 1, 2, 3, found "9"' },
  { formulas: '{ scorecard: "1" }', says: 'formulas.scorecard: expected a version of scorecard: 2, found "1"' },
  {
    formulas: '{ axsi: "2" }',
    says: 'formulas.axsi: expected a formula of a grade: result, scorecard, axis, composite, gates, found "axsi" (did you mean axis?)',
  },
  { formulas: '{ verdict: "2" }', says: 'formulas.verdict: expected a formula of a grade' },
  { formulas: '{ axis: 2 }', says: 'formulas.axis: expected text, found 2' },
])('formulas that do not exist are refused: $formulas', async ({ formulas, says }) => {
  const folder = write({ 'assay.config.yaml': `formulas: ${formulas}\n`, 'scenarios/one.yaml': SCENARIO });
  const mistakes = await mistakesOf({ folder });
  expect(mistakes).toEqual([expect.stringMatching(/^assay\.config\.yaml:1:\d+ /)]);
  expect(mistakes[0]).toContain(says);
});

test('without a configuration, loads scenario files and folders with defaults', async () => {
  const folder = write({
    'a/one.yaml': SCENARIO,
    'b/two/scenario.yaml': SCENARIO.replace('one', 'two'),
    'b/two/fixture/scenario.yaml': 'not: one\n',
    'b/package.json': '{}',
  });
  const project = await loadProject({ folder, names: ['a/one.yaml', 'b'] });
  expect(project.scenarios.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(project).toMatchObject({ config_file: null, agents: [] });
  expect(project.config).not.toHaveProperty('judge');
});

test.each([
  { names: ['tow'], says: '. : expected the name of a scenario' },
  { names: ['two', 'thre'], says: 'did you mean three?' },
  { names: ['nothing-like-it'], says: 'known: one, three, two' },
  { names: ['./no.yaml'], says: 'found "./no.yaml"' },
  { names: ['empty'], says: 'empty: expected at least one scenario, found none' },
])('reports names without a match: $names', async ({ names, says }) => {
  const folder = write({
    'scenarios/one.yaml': SCENARIO,
    'scenarios/two.yaml': SCENARIO.replace('one', 'two'),
    'scenarios/three.yaml': SCENARIO.replace('one', 'three'),
    'empty/keep': '',
  });
  expect((await mistakesOf({ folder, names })).join('\n')).toContain(says.replace('. :', '.:'));
});

test('selects scenarios in the given order, each once', async () => {
  const folder = write({ 'scenarios/one.yaml': SCENARIO, 'scenarios/two.yaml': SCENARIO.replace('one', 'two') });
  const { scenarios } = await loadProject({ folder, names: ['two', 'scenarios/two.yaml', 'scenarios'] });
  expect(scenarios.map(({ id }) => id)).toEqual(['two', 'one']);
});

test.each([
  {
    why: 'an empty folder of scenarios',
    files: { 'assay.config.yaml': 'agents: []\n', 'scenarios/.keep': '' },
    says: 'found none there',
  },
  {
    why: 'two configurations',
    files: { 'assay.config.yaml': '{}', 'assay.config.json': '{}', 'scenarios/a.yaml': SCENARIO },
    says: 'expected one configuration',
  },
  {
    why: 'a configuration without export',
    files: { 'assay.config.ts': 'export const x = 1;\n', 'scenarios/a.yaml': SCENARIO },
    says: 'expected a default export, found none',
  },
])('reports $why', async ({ files, says }) => {
  expect((await mistakesOf({ folder: write(files) })).join('\n')).toContain(says);
});

test('a configuration can be named explicitly', async () => {
  const folder = write({ 'x/other.yaml': 'scenarios: ../one.yaml\n', 'one.yaml': SCENARIO });
  const project = await loadProject({ folder, config: 'x/other.yaml' });
  expect(project).toMatchObject({ config_file: join(folder, 'x/other.yaml'), scenarios: [{ id: 'one' }] });
  expect(await mistakesOf({ folder, config: 'no.yaml' })).toHaveLength(2);
});

test('Node alone loads TypeScript, including imports by compiled name', () => {
  const module = new URL('./load-project.ts', import.meta.url).href;
  const code = `const { loadProject } = await import('${module}');
    const { scenarios } = await loadProject({ folder: '${configs}axis' });
    console.log(scenarios.map(({ id }) => id).join());`;
  const args = ['--conditions=@assay/source', '--input-type=module', '--eval', code];
  const ids = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
  expect(ids).toBe('cms/write-post@plain,cms/write-post@formal,fix-total,smoke');
});

test.each([
  { case: 'nothing', hidden: './nowhere', says: 'expected a folder at "./nowhere", found nothing there' },
  {
    case: 'a folder the agent sees',
    hidden: './seed/tests',
    says: 'expected a folder outside of "./seed", which the agent sees',
  },
  { case: 'an empty folder', hidden: './empty', says: 'expected a folder with files, found an empty folder' },
])('hidden files: $case', async ({ hidden, says }) => {
  const scenario = {
    name: 'one',
    user_instruction: 'Do it.',
    workspace_seed: { copy: './seed' },
    hidden: { files: hidden },
  };
  const folder = write({ 'scenario.json': JSON.stringify(scenario), 'seed/tests/a.py': '' });
  mkdirSync(join(folder, 'empty'));
  expect(await mistakesOf({ folder, names: ['./scenario.json'] })).toEqual([expect.stringContaining(says)]);
});
