import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createClaudeCli } from '../packages/harness/src/judge/backends/claude-cli.ts';
import { agentProgram, areAgentsInstalled } from './agents-folder.ts';
import { ask, hostWith, KEY } from './scripted-judge/asking.ts';
import { ANSWER, answer, QUESTION, startScriptedJudge } from './scripted-judge/judge.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-judge-cli-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let homes = 0;
function createHome(files: Readonly<Record<string, string | object>>): string {
  const home = join(folder, `home-${++homes}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return home;
}

describe('the real program', () => {
  beforeEach((context) => {
    if (!areAgentsInstalled()) context.skip('the agents are not installed: node tools/install-agents.ts');
  });
  const program = agentProgram('claude');

  test("uses only the user's sign-in: no memory, settings, hooks, servers, skills or session", async () => {
    await using judge = await startScriptedJudge([answer]);
    const witness = join(folder, 'witness');
    const hooks = [{ hooks: [{ type: 'command', command: `touch ${witness}; echo from-a-hook` }] }];
    const home = createHome({
      '.claude/CLAUDE.md': 'from-the-memory',
      '.claude/skills/helpful/SKILL.md': '---\nname: helpful\ndescription: from-a-skill\n---\n',
      '.claude/settings.json': {
        hooks: { SessionStart: hooks, UserPromptSubmit: hooks, Stop: hooks },
        outputStyle: 'Explanatory',
        env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '17' },
      },
      '.claude.json': { mcpServers: { other: { command: 'touch', args: [witness] } } },
    });
    const environment = {
      HOME: home,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: judge.url,
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '18',
      ANTHROPIC_MODEL: 'claude-of-the-agent',
    };
    const { asked } = await ask(createClaudeCli({ program }, hostWith(environment)));
    expect(asked).toMatchObject({ status: 'answered', reply: ANSWER });
    const [request] = judge.requests;
    const sent = JSON.stringify(request?.body);
    expect(judge.requests).toHaveLength(1);
    expect(request?.body).toMatchObject({ max_tokens: 4096, tools: [] });
    expect(sent).toContain(QUESTION.system);
    expect(sent).toContain('additionalProperties');
    expect(sent).not.toMatch(/from-(the-memory|a-skill|a-hook)|claude-of-the-agent|Explanatory|interactive agent/);
    expect(existsSync(witness)).toBe(false);
    expect(existsSync(join(home, '.claude', 'projects'))).toBe(false);
  });

  test('does not open files or execute commands named in the evidence', async () => {
    await using judge = await startScriptedJudge([answer]);
    const home = createHome({ 'secret.txt': 'what-only-the-operator-may-read' });
    const file = join(home, 'secret.txt');
    const text = `/help @${file} see\n@${file}\n@"${file}" and @~/secret.txt, @file:${file}, !\`cat ${file}\`\n! cat ${file}\n# remember`;
    const question = { ...QUESTION, parts: [{ text, lasting: false }] };
    const environment = { HOME: home, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: judge.url };
    const { asked } = await ask(createClaudeCli({ program }, hostWith(environment)), { question });
    expect(asked.reply).toBe(ANSWER);
    const sent = JSON.stringify(judge.requests.map(({ body }) => body));
    expect(sent).toContain(JSON.stringify(text).slice(1, -1));
    expect(sent).not.toContain('what-only-the-operator-may-read');
  });

  test('works on a subscription, without a key', async () => {
    await using judge = await startScriptedJudge([answer]);
    const home = createHome({
      '.claude/.credentials.json': {
        claudeAiOauth: {
          accessToken: 'sk-ant-oat01-of-the-subscription',
          refreshToken: 'sk-ant-ort01-of-the-subscription',
          expiresAt: Date.now() + 86_400_000,
          scopes: ['user:inference', 'user:profile'],
          subscriptionType: 'max',
        },
      },
    });
    const backend = createClaudeCli({ program }, hostWith({ HOME: home, ANTHROPIC_BASE_URL: judge.url }));
    expect((await ask(backend)).asked.reply).toBe(ANSWER);
    expect(judge.requests[0]?.headers['authorization']).toBe('Bearer sk-ant-oat01-of-the-subscription');
  });

  test('reports that nobody is signed in', async () => {
    await using judge = await startScriptedJudge([answer]);
    const backend = createClaudeCli(
      { program },
      hostWith({ HOME: createHome({ a: '' }), ANTHROPIC_BASE_URL: judge.url }),
    );
    const { asked } = await ask(backend);
    expect(asked).toMatchObject({ obstacle: 'unauthorized', tries: 1 });
    expect(asked.detail).toMatch(/log/i);
    expect(judge.requests).toEqual([]);
  });
});

test.each([
  {
    prints: "error: unknown option '--tools'",
    on: '>&2',
    obstacle: 'rejected',
    tries: 1,
    detail: /update Claude Code/,
  },
  {
    prints: 'Segmentation fault',
    on: '>&2',
    obstacle: 'service_error',
    tries: 3,
    detail: /\(exit code 1\): Segmentation/,
  },
  { prints: 'Welcome!', on: '', obstacle: 'service_error', tries: 3, detail: /\(exit code 1\): Welcome!/ },
] as const)('reports a program that prints $prints', async ({ prints, on, obstacle, tries, detail }) => {
  const program = join(folder, 'claude');
  writeFileSync(program, `#!/bin/sh\ncat >/dev/null\necho "${prints}" ${on}\nexit 1\n`);
  chmodSync(program, 0o755);
  const { asked } = await ask(createClaudeCli({ program }, hostWith({})));
  expect(asked).toMatchObject({ status: 'failed', obstacle, tries, detail: expect.stringMatching(detail) });
});

test('reports a missing program', async () => {
  const { asked } = await ask(createClaudeCli({ program: 'claude-of-nowhere' }, hostWith({})));
  expect(asked).toMatchObject({ status: 'failed', obstacle: 'unreachable', tries: 1 });
  expect(asked.detail).toContain('claude-of-nowhere');
});
