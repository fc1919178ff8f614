import type { McpServer } from '@assay/schema';
import { type AgentRequest, defineAgent, flag } from '../contracts/agent.ts';

/** Gemini CLI, headless. */
export const gemini = defineAgent({
  kind: 'process',
  type: 'gemini',
  title: 'Gemini CLI',
  honors: ['model', 'flags', 'mcp_servers', 'skills', 'env'],
  program: () => 'gemini',
  install: 'npm install -g @google/gemini-cli',
  version_args: ['--version'],
  service: {
    url: 'https://generativelanguage.googleapis.com',
    url_env: 'GOOGLE_GEMINI_BASE_URL',
    key_envs: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  format: 'gemini-stream',
  resumes: true,
  totals: 'turn',
  sessions: ['.gemini/tmp'],
  skills_folder: '.gemini/skills',

  files: (request) => ({ '.gemini/settings.json': `${JSON.stringify(describeSettings(request), null, 2)}\n` }),

  launch: ({ program, spec, instruction, session_id, service_url, key }) => ({
    command: [
      program,
      ...flag('-m', spec.model),
      '-o',
      'stream-json',
      '--yolo',
      '--skip-trust',
      ...flag('--resume', session_id),
      ...spec.flags,
    ],
    env: {
      // otherwise it relaunches itself, and signals do not reach the child
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...(service_url === null ? {} : { GOOGLE_GEMINI_BASE_URL: service_url }),
      ...(key === null ? {} : { GEMINI_API_KEY: key }),
    },
    input: instruction,
  }),
});

const describeSettings = ({ key, mcp_servers }: AgentRequest) => ({
  general: { maxAttempts: 1, enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  ...(key === null ? {} : { security: { auth: { selectedType: 'gemini-api-key' } } }),
  mcpServers: Object.fromEntries(Object.entries(mcp_servers).map(([name, server]) => [name, describeServer(server)])),
});

const describeServer = (server: McpServer) =>
  'url' in server ? { httpUrl: server.url, headers: server.headers } : server;
