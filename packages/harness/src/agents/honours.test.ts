import { expect, test } from 'vitest';
import { specOf } from '../../test/requests.ts';
import type { Agent } from '../contracts/agent.ts';
import { refuseUnhonoured } from './honours.ts';
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

test.each(AGENTS)('what $type does not honour is refused by name, and nothing else', (agent) => {
  for (const setting of Object.keys(ASKED) as (keyof typeof ASKED)[]) {
    const refused = refuseUnhonoured(agent, specOf({ type: agent.type, [setting]: ASKED[setting] }));
    const isRefused = refused.some((sentence) => sentence.includes(`${agent.type} does not honour it`));
    expect(isRefused, setting).toBe(!agent.honours.includes(setting));
    if (isRefused) expect(refused.find((sentence) => sentence.startsWith(`${setting}: `))).toBeDefined();
  }
});

test.each([
  { type: 'claude-code', asked: {}, refused: [] },
  { type: 'nop', asked: {}, refused: [] },
  {
    type: 'nop',
    asked: { model: 'opus' },
    refused: ['model: expected nothing, because nop does not honour it, found opus; it honours no settings'],
  },
  { type: 'command', asked: {}, refused: ['command: expected the line of shell to run, found none'] },
  { type: 'replay', asked: {}, refused: ['run: expected the folder of a run, found none'] },
  {
    type: 'acp',
    asked: {},
    refused: ['agent: expected the name of an agent that speaks ACP, or a command, found neither'],
  },
  {
    type: 'acp',
    asked: { agent: 'goose', command: 'x' },
    refused: ['command: expected none beside agent, which brings its own; leave one out'],
  },
  {
    type: 'codex',
    asked: { mcp_servers: { 'my tools': { command: 'x' }, ok_1: { command: 'x' } } },
    refused: ['mcp_servers: expected names of letters, digits, _ and - for codex, found "my tools"'],
  },
])('$type with $asked is answered with $refused', ({ type, asked, refused }) => {
  expect(refuseUnhonoured(agentOf(type), specOf({ type, ...asked }))).toEqual(refused);
});

test('a name that is not known is answered with those that are', () => {
  expect(refuseUnhonoured(agentOf('acp'), specOf({ type: 'acp', agent: 'gose' }))[0]).toMatch(/goose.*found gose/);
  expect(refuseUnhonoured(agentOf('cheat'), specOf({ type: 'cheat', cheat: 'x' }))[0]).toMatch(/delete-tests.*found x/);
});

test('what is refused does not tell the keys of a server of tools', () => {
  const spec = specOf({ type: 'command', command: 'true', mcp_servers: ASKED.mcp_servers });
  expect(refuseUnhonoured(agentOf('command'), spec).join()).not.toContain('secret');
});
