import { join } from 'node:path';
import { agentFolder } from '../../config.ts';
import type { HookAgent } from '../hook-agent.ts';

/** opencode has plugins instead of hooks: this one calls the hooks and sends their answer as the next prompt. */
export const opencode: HookAgent = {
  id: 'opencode',
  title: 'opencode',
  last_message: 'last_assistant_message',
  sendBack: (reason) => ({ decision: 'block', reason }),
  file: {
    in_repository: '.opencode/plugins/assay.js',
    forUser: () => join(agentFolder('XDG_CONFIG_HOME', '.config'), 'opencode', 'plugins', 'assay.js'),
    write: (commandFor) => `// Written by \`assay hook install\`; \`assay hook uninstall\` removes it.
import { spawn } from 'node:child_process';

const START = ${JSON.stringify(commandFor('session-start'))};
const STOP = ${JSON.stringify(commandFor('stop'))};

function call(command, input) {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => { output += chunk; });
    child.on('error', () => resolve(null));
    child.on('close', () => {
      try { resolve(JSON.parse(output)); } catch { resolve(null); }
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

async function readLastMessage(client, id) {
  const { data = [] } = await client.session.messages({ path: { id } });
  const last = data.findLast(({ info }) => info.role === 'assistant');
  return (last?.parts ?? []).flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\\n');
}

export const AssayPlugin = async ({ client, directory }) => ({
  event: async ({ event }) => {
    const id = event.properties?.sessionID ?? event.properties?.info?.id;
    if (event.type === 'session.created' && !event.properties.info.parentID)
      await call(START, { session_id: id, cwd: directory });
    if (event.type !== 'session.idle') return;
    const last_assistant_message = await readLastMessage(client, id);
    const answer = await call(STOP, { session_id: id, cwd: directory, last_assistant_message });
    if (answer?.decision === 'block')
      await client.session.prompt({ path: { id }, body: { parts: [{ type: 'text', text: answer.reason }] } });
  },
});
`,
  },
  next_step: null,
};
