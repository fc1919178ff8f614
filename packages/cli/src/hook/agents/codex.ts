import { join } from 'node:path';
import { agentFolder } from '../../config.ts';
import type { HookAgent } from '../hook-agent.ts';

export const codex: HookAgent = {
  id: 'codex',
  title: 'Codex',
  last_message: 'last_assistant_message',
  sendBack: (reason) => ({ decision: 'block', reason }),
  file: {
    in_repository: '.codex/hooks.json',
    forUser: () => join(agentFolder('CODEX_HOME', '.codex'), 'hooks.json'),
    events: { 'session-start': 'SessionStart', stop: 'Stop' },
    timeout: 30,
  },
  next_step: 'Codex runs hooks that you trust: start `codex`, enter /hooks and trust the hooks of Assay.',
};
