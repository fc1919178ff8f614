import type { McpServer } from '@assay/schema';
import { defineAgent, flag } from '../contracts/agent.ts';

const MCP_FILE = '.claude/assay-mcp.json';

/** Claude Code, headless. */
export const claudeCode = defineAgent({
  kind: 'process',
  type: 'claude-code',
  title: 'Claude Code',
  honors: ['model', 'flags', 'mcp_servers', 'skills', 'env'],
  program: () => 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  version_args: ['--version'],
  service: { url: 'https://api.anthropic.com', url_env: 'ANTHROPIC_BASE_URL', key_envs: ['ANTHROPIC_API_KEY'] },
  format: 'claude-stream',
  resumes: true,
  totals: 'session',
  sessions: ['.claude/projects'],
  skills_folder: '.claude/skills',

  files: ({ mcp_servers }) =>
    Object.keys(mcp_servers).length === 0
      ? {}
      : { [MCP_FILE]: `${JSON.stringify({ mcpServers: describeServers(mcp_servers) }, null, 2)}\n` },

  launch: ({ program, spec, instruction, session_id, home, service_url, key, max_turns, mcp_servers }) => ({
    command: [
      program,
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--dangerously-skip-permissions',
      ...flag('--model', spec.model),
      ...flag('--max-turns', max_turns),
      ...(Object.keys(mcp_servers).length === 0 ? [] : ['--mcp-config', `${home}/${MCP_FILE}`, '--strict-mcp-config']),
      ...flag('--resume', session_id),
      ...spec.flags,
    ],
    env: {
      // without it, Claude Code refuses the permission flag when run as root
      IS_SANDBOX: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      // it would retry for minutes when the service is down; the harness retries itself
      CLAUDE_CODE_MAX_RETRIES: '3',
      ...(service_url === null ? {} : { ANTHROPIC_BASE_URL: service_url }),
      ...(key === null ? {} : { ANTHROPIC_API_KEY: key }),
    },
    // not an argument: a leading dash would make it an option, and the system limits argument length
    input: instruction,
  }),
});

const describeServers = (servers: Readonly<Record<string, McpServer>>) =>
  Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      { type: 'url' in server ? ('http' as const) : ('stdio' as const), ...server },
    ]),
  );
