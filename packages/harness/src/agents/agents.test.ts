import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { requestOf, specOf } from '../../test/requests.ts';
import type { AgentRequest, ProcessAgent } from '../contracts/agent.ts';
import { ACP_AGENTS } from './acp-agents.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import { gemini } from './gemini.ts';
import { AGENTS, findAgent } from './index.ts';

const SERVERS = {
  files: { command: 'mcp-files', args: ['--root', '/workspace'], env: { LEVEL: 'a "b"\n' } },
  web: { url: 'http://127.0.0.1:9/mcp', headers: { 'X-Team': 'red' } },
};

const CLAUDE = ['/opt/agent', '-p', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'];
const CODEX_FLAGS = [
  ...['--json', '--disable', 'plugins', '--disable', 'apps', '--disable', 'unbounded_connection_retries'],
  ...['--dangerously-bypass-approvals-and-sandbox', '--skip-git-repo-check'],
];
const GEMINI = ['-o', 'stream-json', '--yolo', '--skip-trust'];

const LAUNCHES: readonly {
  agent: ProcessAgent;
  asked?: Record<string, unknown>;
  request?: Partial<AgentRequest>;
  command: readonly string[];
  why: string;
}[] = [
  { agent: claudeCode, command: CLAUDE, why: 'no options' },
  { agent: claudeCode, asked: { model: 'opus' }, command: [...CLAUDE, '--model', 'opus'], why: 'a model' },
  { agent: claudeCode, request: { max_turns: 7 }, command: [...CLAUDE, '--max-turns', '7'], why: 'a limit of turns' },
  { agent: claudeCode, request: { session_id: 's-1' }, command: [...CLAUDE, '--resume', 's-1'], why: 'a later turn' },
  {
    agent: claudeCode,
    asked: { flags: ['--effort', 'low'] },
    command: [...CLAUDE, '--effort', 'low'],
    why: 'flags come last and override',
  },
  {
    agent: claudeCode,
    request: { mcp_servers: SERVERS },
    command: [...CLAUDE, '--mcp-config', '/home/agent/.claude/assay-mcp.json', '--strict-mcp-config'],
    why: 'MCP servers',
  },
  { agent: codex, command: ['/opt/agent', 'exec', ...CODEX_FLAGS, '-'], why: 'no options' },
  {
    agent: codex,
    asked: { model: 'gpt-5.1', flags: ['-c', 'a=1'] },
    command: ['/opt/agent', 'exec', ...CODEX_FLAGS, '--model', 'gpt-5.1', '-c', 'a=1', '-'],
    why: 'a model and flags',
  },
  {
    agent: codex,
    request: { session_id: 'th-1' },
    command: ['/opt/agent', 'exec', 'resume', ...CODEX_FLAGS, 'th-1', '-'],
    why: 'a later turn',
  },
  { agent: gemini, command: ['/opt/agent', ...GEMINI], why: 'no options' },
  {
    agent: gemini,
    asked: { model: 'gemini-2.5-pro', flags: ['-d'] },
    request: { session_id: 'g-1' },
    command: ['/opt/agent', '-m', 'gemini-2.5-pro', ...GEMINI, '--resume', 'g-1', '-d'],
    why: 'a model, a later turn, flags',
  },
];

test.each(LAUNCHES)(
  '$agent.type is started with exactly $command: $why',
  ({ agent, asked, request, command: line }) => {
    const launch = agent.launch(requestOf({ spec: specOf({ type: agent.type, ...asked }), ...request }));
    expect(launch.command).toEqual(line);
    expect(launch.input).toBe('Fix the add function');
  },
);

test.each([
  {
    agent: claudeCode,
    told: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000', ANTHROPIC_API_KEY: 'placeholder' },
    always: {
      IS_SANDBOX: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '3',
    },
  },
  { agent: codex, told: { OPENAI_API_KEY: 'placeholder' }, always: {} },
  {
    agent: gemini,
    told: { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000', GEMINI_API_KEY: 'placeholder' },
    always: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  },
])('$agent.type gets its service address and a placeholder key, and nothing else of the environment', (row) => {
  const spec = specOf({ type: row.agent.type });
  expect(row.agent.launch(requestOf({ spec })).env).toEqual({ ...row.always, ...row.told });
  expect(row.agent.launch(requestOf({ spec, service_url: null, key: null })).env).toEqual(row.always);
});

test('codex with its default service gets its key in CODEX_API_KEY', () => {
  const request = requestOf({ spec: specOf({ type: 'codex' }), service_url: null });
  expect(codex.launch(request).env).toEqual({ CODEX_API_KEY: 'placeholder' });
  expect(codex.files(request)['.codex/config.toml']).not.toContain('model_provider');
});

test('claude-code: writes MCP servers to the file its command line names', () => {
  const spec = specOf({ type: 'claude-code' });
  expect(claudeCode.files(requestOf({ spec }))).toEqual({});
  const files = claudeCode.files(requestOf({ spec, mcp_servers: SERVERS }));
  expect(JSON.parse(files['.claude/assay-mcp.json'] ?? '')).toEqual({
    mcpServers: { files: { type: 'stdio', ...SERVERS.files }, web: { type: 'http', ...SERVERS.web } },
  });
});

test('codex: the configuration names the service, limits retries and disables analytics', () => {
  const files = codex.files(requestOf({ spec: specOf({ type: 'codex' }), mcp_servers: SERVERS }));
  expect(files).toEqual({
    '.codex/config.toml': `model_provider = "assay"
check_for_update_on_startup = false

[model_providers.assay]
name = "assay"
base_url = "http://127.0.0.1:4000/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
request_max_retries = 1
stream_max_retries = 1

[analytics]
enabled = false

[mcp_servers."files"]
command = "mcp-files"
args = ["--root", "/workspace"]

[mcp_servers."files".env]
"LEVEL" = "a \\"b\\"\\n"

[mcp_servers."web"]
url = "http://127.0.0.1:9/mcp"

[mcp_servers."web".http_headers]
"X-Team" = "red"
`,
  });
});

test('codex: no name or value can break out of the configuration', () => {
  const hostile = 'a"]\n[analytics]\nenabled = true\x7f\ud800';
  const mcp_servers = { [hostile]: { command: hostile, args: [hostile], env: { [hostile]: hostile } } };
  const files = codex.files(requestOf({ spec: specOf({ type: 'codex' }), mcp_servers }));
  const lines = files['.codex/config.toml']?.split('\n') ?? [];
  expect(lines.filter((line) => line === '[analytics]')).toHaveLength(1);
  expect(lines.join('')).not.toMatch(/\x7f|\ud800/);
});

test('gemini: the settings turn off updates, statistics and retries', () => {
  const files = gemini.files(requestOf({ spec: specOf({ type: 'gemini' }), mcp_servers: SERVERS }));
  expect(JSON.parse(files['.gemini/settings.json'] ?? '')).toEqual({
    general: { maxAttempts: 1, enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { auth: { selectedType: 'gemini-api-key' } },
    mcpServers: { files: SERVERS.files, web: { httpUrl: SERVERS.web.url, headers: SERVERS.web.headers } },
  });
});

test.each([
  { prompt: undefined, line: 'cat', why: 'on standard input by default' },
  { prompt: 'stdin', line: 'cat', why: 'on standard input' },
  { prompt: 'argument', line: 'printf %s', why: 'as the last argument' },
  { prompt: 'file', line: 'cat "$ASSAY_INSTRUCTION_FILE"', why: 'in a file' },
])('passes the instruction unchanged to a command: $why', ({ prompt, line }) => {
  const instruction = '--help "$(exit 1)" \'`\n-n';
  const spec = specOf({ type: 'command', command: line, ...(prompt === undefined ? {} : { prompt }) });
  const { command: words, env, input } = command.launch(requestOf({ spec, instruction, home: '/tmp' }));
  const file = `/tmp/assay-instruction-${process.pid}.md`;
  const environment = env['ASSAY_INSTRUCTION_FILE'] === undefined ? env : { ASSAY_INSTRUCTION_FILE: file };
  const ran = spawnSync(words[0], words.slice(1), {
    input: input ?? '',
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  });
  spawnSync('rm', ['-f', file]);
  expect(ran.stdout).toBe(instruction);
  expect(ran.status).toBe(0);
});

test('every agent has its own type and can be found by it', () => {
  const types = AGENTS.map(({ type }) => type);
  expect(types).toEqual(['claude-code', 'codex', 'gemini', 'acp', 'command', 'replay', 'oracle', 'nop', 'cheat']);
  for (const agent of AGENTS) expect(findAgent(agent.type)).toBe(agent);
  expect(findAgent('nobody')).toBeUndefined();
});

test('finds ACP agents by name', () => {
  expect(ACP_AGENTS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(ACP_AGENTS.map(({ id }) => id)).size).toBe(ACP_AGENTS.length);
  for (const { id, title, program, args, install } of ACP_AGENTS) {
    const agent = findAgent('acp', { agent: id });
    if (agent?.kind !== 'process') throw new Error(`${id} is no program`);
    const spec = specOf({ type: 'acp', agent: id, flags: ['--debug'] });
    expect(agent).toMatchObject({ type: 'acp', title, install, format: 'acp', resumes: false });
    expect(agent.program(spec)).toBe(program);
    expect(agent.launch(requestOf({ spec })).command).toEqual(['/opt/agent', ...args, '--debug']);
  }
});

test('sets the service address for an ACP agent whose service is known; others get nothing', () => {
  const launch = (id: string) => {
    const agent = findAgent('acp', { agent: id }) as ProcessAgent;
    return agent.launch(requestOf({ spec: specOf({ type: 'acp', agent: id }) })).env;
  };
  expect(launch('gemini')).toEqual({
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000',
    GEMINI_API_KEY: 'placeholder',
  });
  expect(launch('goose')).toEqual({});
});

test('Gemini over ACP uses the settings of Gemini without MCP servers', () => {
  const agent = findAgent('acp', { agent: 'gemini' }) as ProcessAgent;
  const server = { command: 'docs', args: [], env: {} };
  const request = requestOf({ spec: specOf({ type: 'acp', agent: 'gemini' }), mcp_servers: { docs: server } });
  expect(JSON.parse(String(agent.files(request)['.gemini/settings.json']))).toMatchObject({
    general: { maxAttempts: 1 },
    mcpServers: {},
  });
});

test('an ACP agent from the table needs only its name; any other needs a command', () => {
  const acp = findAgent('acp') as ProcessAgent;
  const spec = specOf({ type: 'acp', command: 'my-agent --acp', flags: ['-v', 'a b'] });
  expect(acp.program(spec)).toBeNull();
  expect(acp.launch(requestOf({ spec })).command).toEqual(['bash', '-c', 'my-agent --acp "$@"', 'bash', '-v', 'a b']);
  expect(acp.program(specOf({ type: 'acp', agent: 'goose' }))).toBe('goose');
});
