import type { ModelService, ProcessAgent } from '../contracts/agent.ts';
import { claudeCode } from './claude-code.ts';
import { gemini } from './gemini.ts';

/** How to start an agent that speaks the Agent Client Protocol. */
export interface AcpAgent {
  readonly id: string;
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly install: string;
  /** Its model service, if one variable holds the address and another the key. */
  readonly service?: ModelService;
  /** Files written to its home before it starts. */
  readonly files?: ProcessAgent['files'];
}

/**
 * The date these launch lines were last checked against the protocol's registry and the agents'
 * documentation.
 */
export const ACP_AGENTS_DATED = '2026-11-15';

/** Launch lines, named as in the protocol's registry where it lists the agent. */
export const ACP_AGENTS: readonly AcpAgent[] = [
  {
    id: 'amp',
    title: 'Amp',
    program: 'amp-acp',
    args: [],
    install: 'https://github.com/tao12345666333/amp-acp/releases',
  },
  {
    id: 'auggie',
    title: 'Auggie',
    program: 'auggie',
    args: ['--acp'],
    env: { AUGMENT_DISABLE_AUTO_UPDATE: '1' },
    install: 'npm install -g @augmentcode/auggie',
  },
  {
    id: 'blackbox',
    title: 'Blackbox CLI',
    program: 'blackbox',
    args: ['--experimental-acp'],
    install: 'https://docs.blackbox.ai/features/blackbox-cli/introduction',
  },
  {
    id: 'claude-acp',
    title: 'Claude Agent',
    program: 'claude-agent-acp',
    args: [],
    // as for Claude Code: no traffic except to the model
    env: { IS_SANDBOX: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    service: claudeCode.service,
  },
  {
    id: 'cline',
    title: 'Cline',
    program: 'cline',
    args: ['--acp'],
    install: 'npm install -g cline',
  },
  {
    id: 'codex-acp',
    title: 'Codex',
    program: 'codex-acp',
    args: [],
    install: 'npm install -g @agentclientprotocol/codex-acp',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    program: 'cursor-agent',
    args: ['acp'],
    install: 'https://cursor.com/docs/cli',
  },
  {
    id: 'devin',
    title: 'Devin',
    program: 'devin',
    args: ['acp'],
    install: 'https://docs.devin.ai/cli',
  },
  {
    id: 'factory-droid',
    title: 'Factory Droid',
    program: 'droid',
    args: ['exec', '--output-format', 'acp-daemon'],
    env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
    install: 'npm install -g droid',
  },
  {
    id: 'fast-agent',
    title: 'fast-agent',
    program: 'fast-agent-acp',
    args: ['-x'],
    install: 'uv tool install fast-agent-acp',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    program: 'gemini',
    args: ['--acp', '--skip-trust'],
    env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    install: 'npm install -g @google/gemini-cli',
    service: gemini.service,
    // servers are passed when the session opens, not in the settings
    files: (request) => gemini.files({ ...request, mcp_servers: {} }),
  },
  {
    id: 'github-copilot-cli',
    title: 'GitHub Copilot',
    program: 'copilot',
    args: ['--acp'],
    install: 'npm install -g @github/copilot',
  },
  {
    id: 'goose',
    title: 'goose',
    program: 'goose',
    args: ['acp'],
    install: 'https://block.github.io/goose/',
  },
  {
    id: 'hermes',
    title: 'Hermes Agent',
    program: 'hermes',
    args: ['acp'],
    install: "pip install 'hermes-agent[acp]'",
  },
  {
    id: 'junie',
    title: 'Junie',
    program: 'junie',
    args: ['--acp=true'],
    install: 'https://junie.jetbrains.com',
  },
  {
    id: 'kilo',
    title: 'Kilo',
    program: 'kilo',
    args: ['acp'],
    install: 'npm install -g @kilocode/cli',
  },
  {
    id: 'kimi',
    title: 'Kimi CLI',
    program: 'kimi',
    args: ['acp'],
    install: 'https://moonshotai.github.io/kimi-cli/',
  },
  {
    id: 'kiro',
    title: 'Kiro CLI',
    program: 'kiro-cli',
    args: ['acp'],
    install: 'https://kiro.dev/docs/cli/',
  },
  {
    id: 'minion-code',
    title: 'Minion Code',
    program: 'minion-code',
    args: ['acp'],
    install: 'uv tool install minion-code',
  },
  {
    id: 'mistral-vibe',
    title: 'Mistral Vibe',
    program: 'vibe-acp',
    args: [],
    install: 'https://github.com/mistralai/mistral-vibe/releases',
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    program: 'opencode',
    args: ['acp'],
    install: 'npm install -g opencode-ai',
  },
  {
    id: 'openhands',
    title: 'OpenHands',
    program: 'openhands',
    args: ['acp'],
    install: 'uv tool install openhands',
  },
  {
    id: 'pi-acp',
    title: 'pi',
    program: 'pi-acp',
    args: [],
    install: 'npm install -g pi-acp @earendil-works/pi-coding-agent',
  },
  {
    id: 'poolside',
    title: 'Poolside',
    program: 'pool',
    args: ['acp'],
    install: 'https://github.com/poolsideai/pool',
  },
  {
    id: 'qoder',
    title: 'Qoder CLI',
    program: 'qodercli',
    args: ['--acp'],
    install: 'npm install -g @qoder-ai/qodercli',
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    program: 'qwen',
    args: ['--acp'],
    install: 'npm install -g @qwen-code/qwen-code',
  },
  {
    id: 'stakpak',
    title: 'Stakpak',
    program: 'stakpak',
    args: ['acp'],
    install: 'https://github.com/stakpak/agent/releases',
  },
  {
    id: 'vtcode',
    title: 'VT Code',
    program: 'vtcode',
    args: ['acp'],
    env: { VT_ACP_ENABLED: '1', VT_ACP_ZED_ENABLED: '1' },
    install: 'https://github.com/vinhnx/VTCode/releases',
  },
];
