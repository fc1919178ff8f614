import { expect, test } from 'vitest';
import { specOf } from '../../test/requests.ts';
import type { Agent } from '../contracts/agent.ts';
import { listUnsupportedSettings } from './honors.ts';
import { AGENTS, findAgent } from './index.ts';

const ASKED = {
  model: 'opus',
  flags: ['--fast'],
  mcp_servers: { files: { command: 'x', env: { KEY: 'secret' } } },
  skills: ['./skill'],
  command: 'true',
  prompt: 'file',
  agent: 'goose',
  env: ['TOKEN'],
  run: './run',
  cheat: 'delete-tests',
} as const;

const agentOf = (type: string): Agent => findAgent(type) as Agent;

test.each(AGENTS)('$type rejects exactly the settings it does not support', (agent) => {
  for (const setting of Object.keys(ASKED) as (keyof typeof ASKED)[]) {
    const refused = listUnsupportedSettings(agent, specOf({ type: agent.type, [setting]: ASKED[setting] }));
    const isRefused = refused.some((sentence) => sentence.includes(`${agent.type} does not support it`));
    expect(isRefused, setting).toBe(!agent.honors.includes(setting));
    if (isRefused) expect(refused.find((sentence) => sentence.startsWith(`${setting}: `))).toBeDefined();
  }
});

test.each([
  { type: 'claude-code', asked: {}, refused: [] },
  { type: 'nop', asked: {}, refused: [] },
  {
    type: 'nop',
    asked: { model: 'opus' },
    refused: ['model: nop does not support it (found opus); it supports no settings'],
  },
  { type: 'command', asked: {}, refused: ['command: enter the shell command to run'] },
  { type: 'replay', asked: {}, refused: ['run: enter the folder of a run'] },
  {
    type: 'acp',
    asked: {},
    refused: ['agent: expected the name of an ACP agent; set agent or command'],
  },
  {
    type: 'acp',
    asked: { agent: 'goose', command: 'x' },
    refused: ['command: cannot be combined with agent, which has its own command; remove one'],
  },
  {
    type: 'codex',
    asked: { mcp_servers: { 'my tools': { command: 'x' }, ok_1: { command: 'x' } } },
    refused: ['mcp_servers: expected names of letters, digits, _ and - for codex, found "my tools"'],
  },
])('$type with $asked reports $refused', ({ type, asked, refused }) => {
  expect(listUnsupportedSettings(agentOf(type), specOf({ type, ...asked }))).toEqual(refused);
});

test('an unknown name is rejected with the list of known names', () => {
  expect(listUnsupportedSettings(agentOf('acp'), specOf({ type: 'acp', agent: 'gose' }))[0]).toMatch(
    /goose.*found gose/,
  );
  expect(listUnsupportedSettings(agentOf('cheat'), specOf({ type: 'cheat', cheat: 'x' }))[0]).toMatch(
    /delete-tests.*found x/,
  );
});

test('messages do not reveal the keys of an MCP server', () => {
  const spec = specOf({ type: 'command', command: 'true', mcp_servers: ASKED.mcp_servers });
  expect(listUnsupportedSettings(agentOf('command'), spec).join()).not.toContain('secret');
});
