import { AgentSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { chooseAgents } from './choose-agents.ts';

const spec = (fields: object): AgentSpec => AgentSpec.parse(fields);
const CONFIGURED = [
  spec({ id: 'mine', type: 'codex', model: 'gpt-5' }),
  spec({ id: 'nop', type: 'command', command: 'true' }),
];

test.each([
  {
    names: [],
    chosen: [
      ['mine', 'codex'],
      ['nop', 'command'],
    ],
    why: 'all configured agents, if none is named',
  },
  { names: ['mine'], chosen: [['mine', 'codex']], why: 'a configured agent' },
  { names: ['nop'], chosen: [['nop', 'command']], why: 'configured names take precedence' },
  {
    names: ['oracle', 'mine'],
    chosen: [
      ['oracle', 'oracle'],
      ['mine', 'codex'],
    ],
    why: 'types and names, in order',
  },
  { names: ['cheat:delete-tests'], chosen: [['cheat:delete-tests', 'cheat']], why: 'one of the cheats' },
  { names: ['acp:gemini'], chosen: [['acp:gemini', 'acp']], why: 'one of the ACP table' },
  {
    names: ['mine', 'oracle', 'mine'],
    chosen: [
      ['mine', 'codex'],
      ['oracle', 'oracle'],
    ],
    why: 'an agent named twice runs once',
  },
])('$names: $why', ({ names, chosen }) => {
  expect(chooseAgents(names, CONFIGURED).map(({ spec: { id }, agent }) => [id, agent.type])).toEqual(chosen);
});

test('passes the part after the colon to the agent', () => {
  expect(chooseAgents(['cheat:skip-all', 'acp:gemini'], []).map((chosen) => chosen.spec)).toMatchObject([
    { cheat: 'skip-all' },
    { agent: 'gemini' },
  ]);
});

test.each([
  { names: [], says: /expected an agent.*--agent.*claude-code/, why: 'none named, none configured' },
  { names: ['cluade-code'], says: /unknown agent cluade-code.*claude-code/, why: 'an unknown agent' },
  { names: ['nop:x'], says: /unknown agent nop:x/, why: 'an agent without parts' },
  { names: ['constructor'], says: /unknown agent constructor/, why: 'an object property is not an agent' },
  { names: ['acp:'], says: /agent/, why: 'a part without a name' },
  { names: ['cheat:none-such'], says: /none-such/, why: 'an unknown cheat' },
  { names: ['acp:none-such'], says: /none-such/, why: 'an unknown ACP agent' },
  {
    names: ['command'],
    says: /command: enter the shell command/,
    why: 'it requires a configuration',
  },
])('rejects $names: $why', ({ names, says }) => {
  expect(() => chooseAgents(names, [])).toThrow(says);
});

test('rejects all settings that agents would ignore, at once', () => {
  const configured = [
    spec({ id: 'a', type: 'nop', model: 'gpt-5' }),
    spec({ id: 'b', type: 'oracle', flags: ['--fast'], skills: ['./skill'] }),
  ];
  expect(() => chooseAgents([], configured)).toThrow(/model:.*\n.*flags:.*\n.*skills:/);
});

test('an unknown name lists the configured agents', () => {
  expect(() => chooseAgents(['yours'], CONFIGURED)).toThrow(/configured: mine, nop/);
});
