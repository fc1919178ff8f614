import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { ASSAY, connect, createFolder, EVERYTHING, type Line, readLog, startProxy, until } from './proxy-kit.ts';
import { startScriptedModel } from './scripted-model/server.ts';

/* The proxy in the configuration of real clients. */

const [command = '', ...args] = [...EVERYTHING, 'stdio'];
const CONFIG = { mcpServers: { everything: { type: 'stdio', command, args, env: { OWN: '1' } } }, theme: 'dark' };

async function install(env: Record<string, string>, ...words: string[]) {
  await using child = startProxy([process.execPath, ...ASSAY, 'proxy', 'install', ...words], env);
  const { code } = await child.ended;
  return { code, stdout: child.lines().join('\n'), stderr: child.stderr() };
}

test.each([
  { client: 'claude-desktop', file: '.config/Claude/claude_desktop_config.json', env: {} },
  { client: 'claude-code', file: '.claude.json', env: {} },
  { client: 'claude-code', file: 'elsewhere/.claude.json', env: { CLAUDE_CONFIG_DIR: 'elsewhere' } },
  { client: 'cursor', file: '.cursor/mcp.json', env: {} },
])('installs for $client in $file, works, and can be undone', async ({ client, file, env }) => {
  if (client === 'claude-desktop' && process.platform !== 'linux') return;
  await using folder = await createFolder();
  const path = join(folder.folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const before = JSON.stringify(CONFIG, null, 2);
  writeFileSync(path, before);
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, join(folder.folder, value)]));
  const environment = { HOME: folder.folder, ...own };

  const installed = await install(environment, client, '--agent-id', 'installed', '--log', join(folder.folder, 'log'));
  expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining('everything: proxy added') });
  const { mcpServers, theme } = JSON.parse(readFileSync(path, 'utf8')) as Line;
  expect(theme).toBe('dark');
  expect(mcpServers.everything).toMatchObject({ type: 'stdio', env: { OWN: '1' } });

  // started like the client would
  const { everything } = mcpServers;
  await using through = await connect({ command: [everything.command, ...everything.args], env: everything.env });
  await through.client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
  await until(() => readLog(folder.folder).length === 1);
  expect(readLog(folder.folder)).toMatchObject([{ agent_id: 'installed', tool: 'get-sum', passed: true }]);

  expect(await install(environment, client, '--undo')).toMatchObject({ code: 0 });
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('reports a missing configuration with its path', async () => {
  await using folder = await createFolder();
  const { code, stderr } = await install({ HOME: folder.folder }, 'cursor');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('.cursor/mcp.json cannot be read: ENOENT'),
  });
});

test.skipIf(!areAgentsInstalled())('Claude Code calls a tool through the installed proxy', async () => {
  await using folder = await createFolder();
  const home = join(folder.folder, 'home');
  const work = join(folder.folder, 'work');
  for (const one of [home, work]) mkdirSync(one);
  writeFileSync(join(home, '.claude.json'), JSON.stringify(CONFIG));
  await install({ HOME: home }, 'claude-code', '--log', join(folder.folder, 'log'));
  const echo = (message: string) => ({ name: 'mcp__everything__echo', input: { message } });
  await using model = await startScriptedModel({
    scripts: [{ match: /Echo/, turns: [{ tools: [echo('first')] }, { tools: [echo('second')] }, { text: 'Done.' }] }],
  });
  const child = spawn(
    agentProgram('claude'),
    ['-p', 'Echo twice.', '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions'],
    {
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
        HOME: home,
        IS_SANDBOX: '1',
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'scripted',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_RETRIES: '1',
        // the scripted model does not search for tools
        ENABLE_TOOL_SEARCH: 'false',
        DISABLE_AUTOUPDATER: '1',
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await new Promise((resolve) => child.on('close', resolve));
  expect(output).toContain('Done.');
  await until(() => readLog(folder.folder).length >= 2);
  // the client name that Claude Code sends
  expect(readLog(folder.folder)).toMatchObject(
    ['first', 'second'].map((message) => ({
      kind: 'evaluation',
      agent_id: 'claude-code',
      tool: 'echo',
      input: { message },
      output: `Echo: ${message}`,
      passed: true,
    })),
  );
});
