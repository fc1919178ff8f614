import { join } from 'node:path';
import { agentFolder } from '../../config.ts';
import type { HookAgent } from '../hook-agent.ts';

export const claude: HookAgent = {
  id: 'claude',
  title: 'Claude Code',
  last_message: 'last_assistant_message',
  sendBack: (reason) => ({ decision: 'block', reason }),
  file: {
    in_repository: '.claude/settings.json',
    forUser: () => join(agentFolder('CLAUDE_CONFIG_DIR', '.claude'), 'settings.json'),
    events: { 'session-start': 'SessionStart', stop: 'Stop', 'session-end': 'SessionEnd' },
    timeout: 30,
  },
  next_step: null,
};
