import { join } from 'node:path';
import { homeFolder } from '../../config.ts';
import type { HookAgent } from '../hook-agent.ts';

export const gemini: HookAgent = {
  id: 'gemini',
  title: 'Gemini CLI',
  last_message: 'prompt_response',
  sendBack: (reason) => ({ decision: 'deny', reason }),
  file: {
    in_repository: '.gemini/settings.json',
    forUser: () => join(homeFolder(), '.gemini', 'settings.json'),
    events: { 'session-start': 'SessionStart', stop: 'AfterAgent', 'session-end': 'SessionEnd' },
    timeout: 30_000,
  },
  next_step: null,
};
