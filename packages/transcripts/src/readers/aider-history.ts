import { at, count, list, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';

/**
 * aider's `.aider.chat.history.md`: requests after `####`, aider's own output after `>`, and the answers of the model.
 * The last chat of the file is read. It has no timestamps; edits are what aider says it applied.
 */
export const aiderHistory = defineReader({
  format: 'aider-history',
  title: 'aider chat histories',
  agent: 'aider',
  recognizes: (record) => Array.isArray(at(record, 'aider_chat')),

  open(recorder) {
    return {
      read(record) {
        const others = count(at(record, 'other_chats'));
        if (others > 0) recorder.warn(`${others} earlier chats of the file were skipped`);
        const reading: Reading = { recorder, calls: 0, messages: 0, block: undefined };
        for (const line of list(at(record, 'aider_chat'))) readLine(reading, text(line) ?? '');
        flush(reading);
      },
    };
  },
});

interface Reading {
  readonly recorder: Recorder;
  calls: number;
  messages: number;
  block: { readonly type: 'user' | 'assistant'; readonly lines: string[] } | undefined;
}

function readLine(reading: Reading, line: string): void {
  const [, mark, said] = /^(####|>)(?: (.*?))?\s*$/.exec(line) ?? [];
  if (mark === '>') {
    flush(reading);
    readOutput(reading, said ?? '');
    return;
  }
  const type = mark === '####' ? 'user' : 'assistant';
  if (reading.block?.type !== type) flush(reading);
  reading.block ??= { type, lines: [] };
  reading.block.lines.push(said ?? line);
}

function flush(reading: Reading): void {
  const { recorder, block } = reading;
  reading.block = undefined;
  if (block === undefined) return;
  const said = block.lines.join('\n').trim();
  if (said === '') return;
  recorder.entry({ type: block.type, text: said });
  if (block.type === 'user') recorder.end('interrupted', 'the chat stops before an answer');
  else recorder.end('completed', 'the last message is an answer');
}

function readOutput(reading: Reading, said: string): void {
  const { recorder } = reading;
  const model = /^(?:Main model|Model): (\S+)/.exec(said)?.[1];
  const version = /^Aider v(\S+)/.exec(said)?.[1];
  const edited = /^Applied edit to (.+)$/.exec(said)?.[1];
  const tokens = /^Tokens: ([\d.]+[kM]?) sent,(?: [^,]*cache[^,]*,)* ?([\d.]+[kM]?) received/.exec(said);
  const session = /Cost: .*\$([\d.]+) session/.exec(said)?.[1];
  if (model) recorder.identify({ model });
  else if (version) recorder.identify({ agent_version: version });
  else if (edited !== undefined) {
    const tool_id = `edit ${++reading.calls}`;
    recorder.entry({ type: 'tool_use', tool: 'edit', tool_id, input: { path: edited } });
    recorder.entry({ type: 'tool_result', tool_id, text: said, is_error: false });
  } else if (said === '^C KeyboardInterrupt') recorder.end('interrupted', 'the user interrupted the chat');
  else if (tokens) {
    const [sent, received] = [amount(tokens[1]), amount(tokens[2])];
    const usage = { cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: received };
    recorder.usage(`message ${++reading.messages}`, { input_tokens: sent, ...usage });
    // a running total
    if (session !== undefined) recorder.cost(Number(session));
  } else if (said !== '') recorder.entry({ type: 'system', text: said });
}

/** Tokens as aider rounds them: `222`, `3.2k`, `1.5M`. */
function amount(written = ''): number {
  const scale = written.endsWith('k') ? 1e3 : written.endsWith('M') ? 1e6 : 1;
  return Math.round(Number.parseFloat(written) * scale) || 0;
}
