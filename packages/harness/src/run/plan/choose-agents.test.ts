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
    why: 'all of the configuration, where none is named',
  },
  { names: ['mine'], chosen: [['mine', 'codex']], why: 'one of the configuration' },
  { names: ['nop'], chosen: [['nop', 'command']], why: 'its own names come first' },
  {
    names: ['oracle', 'mine'],
    chosen: [
      ['oracle', 'oracle'],
      ['mine', 'codex'],
    ],
    why: 'types beside names, in order',
  },
  { names: ['cheat:delete-tests'], chosen: [['cheat:delete-tests', 'cheat']], why: 'one of the cheats' },
  { names: ['acp:gemini'], chosen: [['acp:gemini', 'acp']], why: 'one of the table of ACP' },
  {
    names: ['mine', 'oracle', 'mine'],
    chosen: [
      ['mine', 'codex'],
      ['oracle', 'oracle'],
    ],
    why: 'named twice, it runs once',
  },
])('$names: $why', ({ names, chosen }) => {
  expect(chooseAgents(names, CONFIGURED).map(({ spec: { id }, agent }) => [id, agent.type])).toEqual(chosen);
});

test('what is named reaches the agent', () => {
  expect(chooseAgents(['cheat:skip-all', 'acp:gemini'], []).map((chosen) => chosen.spec)).toMatchObject([
    { cheat: 'skip-all' },
    { agent: 'gemini' },
  ]);
});

test.each([
  { names: [], says: /expected an agent.*--agent.*claude-code/, why: 'nothing named, nothing configured' },
  { names: ['cluade-code'], says: /unknown agent cluade-code.*claude-code/, why: 'no such agent' },
  { names: ['nop:x'], says: /unknown agent nop:x/, why: 'it has no parts' },
  { names: ['constructor'], says: /unknown agent constructor/, why: 'what every object has is no agent' },
  { names: ['acp:'], says: /agent/, why: 'a part without a name' },
  { names: ['cheat:none-such'], says: /none-such/, why: 'no such cheat' },
  { names: ['acp:none-such'], says: /none-such/, why: 'no such launch line' },
  {
    names: ['command'],
    says: /command: expected the line of shell/,
    why: 'it needs what only a configuration can say',
  },
])('$names is refused: $why', ({ names, says }) => {
  expect(() => chooseAgents(names, [])).toThrow(says);
});

test('a setting that an agent would ignore is refused, all of them at once', () => {
  const configured = [
    spec({ id: 'a', type: 'nop', model: 'gpt-5' }),
    spec({ id: 'b', type: 'oracle', flags: ['--fast'], skills: ['./skill'] }),
  ];
  expect(() => chooseAgents([], configured)).toThrow(/model:.*\n.*flags:.*\n.*skills:/);
});

test('an unknown name is told what the configuration has', () => {
  expect(() => chooseAgents(['yours'], CONFIGURED)).toThrow(/of the configuration: mine, nop/);
});
