import { readdir, readFile } from 'node:fs/promises';
import type { TranscriptEnd } from '@assay/schema';
import { at, isObject, type Json, list, number, text, word } from '@assay/schema/json';
import { defineReader } from '../transcript-reader.ts';
import { readUsage, recordMessage } from './claude-messages.ts';

/** Lines that do not describe an action of the agent. */
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
 * Each line is one content block. All lines of a response repeat its usage; the last one is correct.
 */
export const claudeSession = defineReader({
  format: 'claude-session',
  title: 'Claude Code sessions',
  agent: 'claude-code',
  recognizes: (record) =>
    isObject(record) && 'sessionId' in record && ('isSidechain' in record || SILENT.has(word(record['type']))),

  // each sub-agent has a file, and a `.meta.json` next to it with the tool use that started it
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
    let last: TranscriptEnd | undefined;
    let denials = 0;
    return {
      read(record) {
        const type = text(at(record, 'type')) ?? 'nothing';
        const session_id = text(at(record, 'sessionId'));
        const agent_version = text(at(record, 'version'));
        recorder.identify({ ...(session_id ? { session_id } : {}), ...(agent_version ? { agent_version } : {}) });
        const place = { at: text(at(record, 'timestamp')), lane: laneOf(record) };
        if (at(record, 'attachment', 'type') === 'max_turns_reached' && place.lane === undefined)
          last = { status: 'limit', reason: 'max turns reached' };
        // a running total, unless a model without a price was used
        const cost = number(at(record, 'totalCostUSD'));
        if (type === 'cost-state' && cost !== undefined && at(record, 'hasUnknownModelCost') !== true)
          recorder.cost(cost);
        // lines are written late, so a killed session may lack an answer it received
        if (type === 'api-request') last ??= INTERRUPTED;
        if (SILENT.has(type)) return;
        if (type === 'user' || type === 'assistant') {
          const message = at(record, 'message');
          recordMessage(recorder, message, place);
          const model = text(at(message, 'model'));
          if (model && model !== '<synthetic>') recorder.identify({ model });
          const usage = type === 'assistant' ? readUsage(at(message, 'usage')) : undefined;
          if (usage) recorder.usage(`${word(at(message, 'id'))} ${word(at(record, 'requestId'))}`, usage);
          if (place.lane !== undefined || isAside(record)) return;
          if (isPrompt(record)) denials = 0;
          last = endAfter(record);
          // denied by a rule; a rejection by a person is not a denial
          if (at(record, 'toolDenialKind') === 'permission-rule') denials++;
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
        if (last?.status === 'completed' && denials > 0) recorder.end('denied', `${denials} tool uses were denied`);
        else if (last) recorder.end(last.status, last.reason);
      },
    };
  },
});

const INTERRUPTED: TranscriptEnd = { status: 'interrupted', reason: 'the session stops in the middle of a turn' };

const content = (record: Json): Json => at(record, 'message', 'content');
const textIn = (record: Json): string => text(content(record)) ?? text(at(content(record), 0, 'text')) ?? '';

/** Commands of the person to Claude Code itself, such as `/exit`, and their output. */
const isAside = (record: Json): boolean =>
  at(record, 'isMeta') === true ||
  /^<(?:command-(?:name|message|args)|local-command-\w+|bash-(?:input|stdout|stderr))>/.test(textIn(record));

const isPrompt = (record: Json): boolean =>
  at(record, 'type') === 'user' && !list(content(record)).some((block) => at(block, 'type') === 'tool_result');

/** How responses end that are neither complete nor waiting for a tool. */
const STOPS: Readonly<Record<string, TranscriptEnd>> = {
  end_turn: { status: 'completed', reason: 'the last response ended its turn' },
  stop_sequence: { status: 'completed', reason: 'the last response ended its turn' },
  max_tokens: { status: 'limit', reason: 'the last response reached its maximum length' },
  model_context_window_exceeded: { status: 'limit', reason: 'the context window is full' },
  refusal: { status: 'failed', reason: 'the model refused to answer' },
};

/** How the session ended if this message was its last; undefined if that is unclear. */
function endAfter(record: Json): TranscriptEnd | undefined {
  const said = textIn(record);
  if (at(record, 'isApiErrorMessage') === true)
    return /limit reached|hit your [\w ]*limit/i.test(said)
      ? { status: 'limit', reason: said.slice(0, 200) }
      : { status: 'failed', reason: 'the API answered with an error' };
  const isReply = at(record, 'type') === 'assistant';
  if (!isReply && said.startsWith('[Request interrupted by user'))
    return { status: 'interrupted', reason: 'the user interrupted the turn' };
  const stop = isReply ? text(at(record, 'message', 'stop_reason')) : undefined;
  if (stop !== undefined && Object.hasOwn(STOPS, stop)) return STOPS[stop];
  // a call or a result is never the last message; text may be
  const blocks = list(content(record)).map((block) => at(block, 'type'));
  if (stop === 'tool_use' || blocks.includes(isReply ? 'tool_use' : 'tool_result')) return INTERRUPTED;
  // older versions log no reason
  return isReply && blocks.includes('text')
    ? { status: 'completed', reason: 'the last response has text and no tool call' }
    : undefined;
}

// older files contain sub-agents inline, marked as side chains
function laneOf(record: unknown): string | undefined {
  const agent = text(at(record, 'agentId'));
  return at(record, 'isSidechain') === true ? (agent ?? 'sidechain') : undefined;
}
