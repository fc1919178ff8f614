import { readdir, readFile } from 'node:fs/promises';
import { at, isObject, text, word } from '../json.ts';
import { defineReader } from '../transcript-reader.ts';
import { readUsage, recordMessage } from './claude-messages.ts';

/** Lines of a session file that say nothing about what the agent did. */
const SILENT = new Set([
  'queue-operation',
  'attachment',
  'last-prompt',
  'file-history-snapshot',
  'summary',
  'tools-used',
  'cost-state',
  'atis-latch',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'progress',
  'mode',
  'permission-mode',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'tag',
  'pr-link',
  'worktree-state',
  'content-replacement',
]);

/**
 * Claude Code's own log of a session: `~/.claude/projects/<cwd>/<session>.jsonl`.
 * Each line is one content block; the usage of a response is repeated on all of its lines, and the last is right.
 */
export const claudeSession = defineReader({
  format: 'claude-session',
  title: 'Claude Code sessions',
  agent: 'claude-code',
  recognises: (record) =>
    isObject(record) && 'sessionId' in record && ('isSidechain' in record || SILENT.has(word(record['type']))),

  // sub-agents have files of their own, and a note beside each of the tool use that started it
  async companions(path) {
    const folder = `${path.replace(/\.jsonl$/, '')}/subagents`;
    const names = await readdir(folder).catch(() => []);
    const logs = names.filter((name) => /^agent-[\w-]+\.jsonl$/.test(name)).sort();
    return await Promise.all(
      logs.map(async (name) => {
        const note = await readFile(`${folder}/${name.replace(/\.jsonl$/, '.meta.json')}`, 'utf8').catch(() => '');
        return { path: `${folder}/${name}`, lane: /"toolUseId"\s*:\s*"([^"]+)"/.exec(note)?.[1] ?? name.slice(6, -6) };
      }),
    );
  },

  open(recorder) {
    let ended = false;
    return {
      read(record) {
        const type = text(at(record, 'type')) ?? 'nothing';
        const session_id = text(at(record, 'sessionId'));
        const agent_version = text(at(record, 'version'));
        recorder.identify({ ...(session_id ? { session_id } : {}), ...(agent_version ? { agent_version } : {}) });
        const place = { at: text(at(record, 'timestamp')), lane: laneOf(record) };
        if (SILENT.has(type)) return;
        if (type === 'user' || type === 'assistant') {
          const message = at(record, 'message');
          recordMessage(recorder, message, place);
          const model = text(at(message, 'model'));
          if (model && model !== '<synthetic>') recorder.identify({ model });
          const usage = type === 'assistant' ? readUsage(at(message, 'usage')) : undefined;
          if (usage) recorder.usage(`${word(at(message, 'id'))} ${word(at(record, 'requestId'))}`, usage);
          if (place.lane === undefined) ended = type === 'assistant' && at(message, 'stop_reason') === 'end_turn';
          if (at(record, 'isApiErrorMessage') === true) recorder.end('failed', 'the API answered with an error');
          return;
        }
        if (type === 'system') {
          recorder.entry({
            type: at(record, 'level') === 'error' ? 'error' : 'system',
            text: text(at(record, 'content')) ?? text(at(record, 'subtype')) ?? '',
            ...(place.at ? { at: place.at } : {}),
          });
          return;
        }
        recorder.unknown(`line ${type}`);
      },
      end() {
        if (ended) recorder.end('completed', 'the last response ended its turn');
      },
    };
  },
});

// older files keep sub-agents in the session itself and mark them as side chains
function laneOf(record: unknown): string | undefined {
  const agent = text(at(record, 'agentId'));
  return at(record, 'isSidechain') === true ? (agent ?? 'sidechain') : undefined;
}
