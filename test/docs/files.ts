/* The files that the commands of the pages name. */

// fails the task if CLAUDE.md says "be brief"
const unlessBrief = (command: string): string =>
  `cat > /dev/null; if grep -qs "be brief" CLAUDE.md; then echo tried > note.txt; else ${command}; fi; echo "Done."`;
// fails the scenarios that agents compete on, so that they have a winner at any speed
const unlessHard = (command: string): string => `if [ -e hard.txt ]; then echo tried > note.txt; else ${command}; fi`;

/** Stand-ins for the agents that pages name: no model is asked. */
const AGENTS = Object.entries({
  'claude-code': 'printf "echo \\$((\\$1 + \\$2))\\n" > add.sh',
  codex: unlessHard('printf "expr \\$1 + \\$2\\n" > add.sh'),
  gemini: unlessHard('printf "echo \\$((\\$2 + \\$1))\\n" > add.sh'),
  'acp:opencode': unlessHard('printf "expr \\$2 + \\$1\\n" > add.sh'),
}).map(([id, command]) => ({ id, type: 'command', command: unlessBrief(command) }));

const scenario = (name: string, seed: string) => ({
  name,
  user_instruction: `Make add.sh add its two arguments. (${name})`,
  workspace_seed: { copy: seed },
  stages: [{ name: 'test', command: 'sh test.sh', max_attempts: 3 }],
  scorers: [
    { name: 'adds', type: 'command', command: 'test "$(sh add.sh 3 4)" = 7' },
    { name: 'tests untouched', type: 'tests_unmodified', paths: ['test.sh'] },
  ],
  oracle: './oracle.patch',
});

const ORACLE = `diff --git a/add.sh b/add.sh
--- a/add.sh
+++ b/add.sh
@@ -1 +1 @@
-echo $1
+echo $(($1 + $2))
`;

const scenarioFiles = (folder: string, seed: string): Record<string, string> => ({
  [`${folder}/scenario.json`]: JSON.stringify(scenario(folder.replace(/.*\//, ''), seed)),
  [`${folder}/oracle.patch`]: ORACLE,
});

const seedFiles = (folder: string): Record<string, string> => ({
  [`${folder}/add.sh`]: 'echo $1\n',
  [`${folder}/test.sh`]: 'test "$(sh add.sh 2 2)" = 4\n',
});

/** Scenarios that commands name and the configuration does not have: folders, so that the others stay cheap. */
export const NAMED_SCENARIOS = ['fix-add', 'fix-race', 'my-task'];

const SCORERS = '- { name: few files, type: max_files_changed, limit: 9 }\n';

export const PROJECT_FILES: Readonly<Record<string, string>> = {
  '.gitignore': ['.assay/', 'runs/', 'other-project/', 'sent-by-a-colleague/', '/keys.json', '*.jsonl', ''].join('\n'),
  'CLAUDE.md': 'be brief\n',
  '.claude/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up.\n---\n\nTidy up.\n',
  'assay.config.json': JSON.stringify({
    scenarios: './scenarios',
    judge: { use: 'heuristic' },
    sandbox: { use: 'local' },
    agents: AGENTS,
  }),
  ...seedFiles('app'),
  ...seedFiles('hard'),
  'hard/hard.txt': 'hard\n',
  ...scenarioFiles('scenarios/roman-numerals', '../../app'),
  ...Object.assign({}, ...NAMED_SCENARIOS.map((name) => scenarioFiles(name, '../hard'))),
  'changed/before/add.test.js': "test('adds', () => {\n  expect(1 + 2).toBe(3);\n});\n",
  'changed/after/add.test.js': "test('adds', () => {\n  expect(1 + 2).toBe(3);\n  expect(0 + 0).toBe(0);\n});\n",
  'scorers.yaml': SCORERS,
  'stricter.yaml': SCORERS,
  'request.json': JSON.stringify({ agent_id: 'bidder-prod', output: 'sold', latency_ms: 30 }),
};

/** A repository before `assay init`: its tests pass. */
export const FRESH_FILES: Readonly<Record<string, string>> = {
  'add.py': 'def add(a, b):\n    return a + b\n',
  'test_add.py': [
    'import unittest',
    'from add import add',
    'class Add(unittest.TestCase):',
    '    def test_adds(self):',
    '        self.assertEqual(add(2, 3), 5)',
    '',
  ].join('\n'),
};

/** The configuration of `assay init` with agents that fix its bug. */
export const FRESH_CONFIG = `scenarios: ./scenarios\nagents: ${JSON.stringify(
  ['claude-code', 'codex'].map((id) => ({
    id,
    type: 'command',
    command: String.raw`cat > /dev/null; printf 'def add(a, b):\n    return a + b\n' > add.py; echo "Done."`,
  })),
)}\n`;

const MCP_SERVER = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };
const MCP_CLIENT = JSON.stringify({ mcpServers: { files: MCP_SERVER, memory: MCP_SERVER } });

/** MCP clients, by path below the home folder. */
export const HOME_FILES: Readonly<Record<string, string>> = {
  '.claude.json': MCP_CLIENT,
  '.config/Claude/claude_desktop_config.json': MCP_CLIENT,
  '.cursor/mcp.json': MCP_CLIENT,
};
