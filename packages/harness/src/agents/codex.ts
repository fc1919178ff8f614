import type { McpServer } from '@assay/schema';
import { type AgentRequest, defineAgent, flag } from '../contracts/agent.ts';

/** Codex, through `codex exec`. */
export const codex = defineAgent({
  kind: 'process',
  type: 'codex',
  title: 'Codex',
  honors: ['model', 'flags', 'mcp_servers', 'skills', 'env'],
  findMistakes: ({ mcp_servers }) =>
    // codex would silently start without them
    Object.keys(mcp_servers)
      .filter((name) => !/^[\w-]+$/.test(name))
      .map(
        (name) => `mcp_servers: expected names of letters, digits, _ and - for codex, found ${JSON.stringify(name)}`,
      ),
  program: () => 'codex',
  install: 'npm install -g @openai/codex',
  version_args: ['--version'],
  service: {
    url: 'https://api.openai.com',
    url_env: 'OPENAI_BASE_URL',
    key_envs: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  },
  format: 'codex-exec',
  resumes: true,
  totals: 'session',
  sessions: ['.codex/sessions'],
  skills_folder: '.codex/skills',

  files: (request) => ({ '.codex/config.toml': describeConfig(request) }),

  launch: ({ program, spec, instruction, session_id, service_url, key }) => ({
    command: [
      program,
      'exec',
      ...(session_id === null ? [] : ['resume']),
      '--json',
      // plugins contact a git host, and unbounded retries wait forever for a dead server
      '--disable',
      'plugins',
      '--disable',
      'apps',
      '--disable',
      'unbounded_connection_retries',
      '--dangerously-bypass-approvals-and-sandbox',
      // the agent may delete the git history between turns
      '--skip-git-repo-check',
      ...flag('--model', spec.model),
      ...spec.flags,
      ...(session_id === null ? [] : [session_id]),
      '-',
    ],
    // the built-in provider reads another variable than the configured one
    env: key === null ? {} : { [service_url === null ? 'CODEX_API_KEY' : 'OPENAI_API_KEY']: key },
    input: instruction,
  }),
});

function describeConfig({ service_url, key, mcp_servers }: AgentRequest): string {
  const provider =
    service_url === null
      ? []
      : [
          '[model_providers.assay]',
          'name = "assay"',
          `base_url = ${quote(`${service_url}/v1`)}`,
          'wire_api = "responses"',
          ...(key === null ? [] : ['env_key = "OPENAI_API_KEY"']),
          'request_max_retries = 1',
          'stream_max_retries = 1',
          '',
        ];
  return [
    ...(service_url === null ? [] : ['model_provider = "assay"']),
    'check_for_update_on_startup = false',
    '',
    ...provider,
    '[analytics]',
    'enabled = false',
    ...Object.entries(mcp_servers).flatMap(([name, server]) => describeServer(name, server)),
    '',
  ].join('\n');
}

function describeServer(name: string, server: McpServer): string[] {
  const table = `mcp_servers.${quote(name)}`;
  if ('url' in server)
    return ['', `[${table}]`, `url = ${quote(server.url)}`, ...describeTable(`${table}.http_headers`, server.headers)];
  return [
    '',
    `[${table}]`,
    `command = ${quote(server.command)}`,
    `args = [${server.args.map(quote).join(', ')}]`,
    ...describeTable(`${table}.env`, server.env),
  ];
}

const describeTable = (table: string, values: Readonly<Record<string, string>>): string[] =>
  Object.keys(values).length === 0
    ? []
    : ['', `[${table}]`, ...Object.entries(values).map(([key, value]) => `${quote(key)} = ${quote(value)}`)];

// JSON strings are valid TOML except for lone surrogates and DEL
const quote = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007f');
