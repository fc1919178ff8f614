import { expect, test } from 'vitest';
import { createReplyReader, type ReplyFacts } from './usage.ts';

const EVENTS = 'text/event-stream; charset=utf-8';

function read(contentType: string, chunks: Iterable<string | Buffer>): ReplyFacts | undefined {
  let last: ReplyFacts | undefined;
  const reader = createReplyReader(contentType, {
    onFacts: (facts) => {
      last = facts;
    },
  });
  for (const chunk of chunks) reader.read(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  reader.end();
  return last;
}

const event = (data: unknown): string => `event: x\ndata: ${JSON.stringify(data)}\n\n`;

test.each([
  {
    why: 'Anthropic reports input first and output last',
    body: [
      event({
        type: 'message_start',
        message: { model: 'm', usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 } },
      }),
      event({ type: 'message_delta', delta: {}, usage: { output_tokens: 7 } }),
    ],
    usage: [15, 5, 0, 7],
  },
  {
    why: 'the last event of Anthropic may repeat everything',
    body: [
      event({ type: 'message_start', message: { model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } }),
      event({
        type: 'message_delta',
        usage: { input_tokens: 10, cache_creation_input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 7 },
      }),
    ],
    usage: [18, 5, 3, 7],
  },
  {
    why: 'OpenAI Responses reports usage on completion; cached tokens are part of the input',
    body: [
      event({ type: 'response.created', response: { model: 'm', usage: null } }),
      event({
        type: 'response.completed',
        response: {
          model: 'm',
          usage: { input_tokens: 20, input_tokens_details: { cached_tokens: 8 }, output_tokens: 4 },
        },
      }),
    ],
    usage: [20, 8, 0, 4],
  },
  {
    why: 'OpenAI Chat reports usage in the last chunk',
    body: [
      event({ model: 'm', choices: [{ delta: { content: '"usage" of words' } }], usage: null }),
      event({
        model: 'm',
        choices: [],
        usage: { prompt_tokens: 20, prompt_tokens_details: { cached_tokens: 8 }, completion_tokens: 4 },
      }),
      'data: [DONE]\n\n',
    ],
    usage: [20, 8, 0, 4],
  },
  {
    why: 'Gemini reports usage in every chunk, and the last one counts; thoughts are output',
    body: [
      event({ modelVersion: 'm', usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1 } }),
      event({
        modelVersion: 'm',
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 2 },
      }),
    ],
    usage: [9, 0, 0, 5],
  },
])('$why', ({ body, usage }) => {
  const [input_tokens, cached_input_tokens, cache_write_input_tokens, output_tokens] = usage;
  const expected = {
    model: 'm',
    usage: { input_tokens, cached_input_tokens, cache_write_input_tokens, output_tokens },
  };
  expect(read(EVENTS, body)).toEqual(expected);
  // the same stream byte by byte
  expect(read(EVENTS, [...body.join('')])).toEqual(expected);
});

test('reads single documents and lists of documents', () => {
  const reply = { modelVersion: 'm', usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 } };
  const expected = { model: 'm', usage: expect.objectContaining({ input_tokens: 9, output_tokens: 3 }) };
  expect(read('application/json', [JSON.stringify(reply)])).toEqual(expected);
  expect(read('application/json', [JSON.stringify([reply, reply], null, 2)])).toEqual(expected);
});

test.each([
  ['model output that looks like usage', [event({ delta: { text: '{"usage":{"output_tokens":9}}' } })]],
  ['invalid JSON', ['data: "usage" {{{\n\n']],
  ['a truncated event', ['data: {"usage":{"input_tokens":1,"output_tokens"']],
  ['non-numeric tokens', [event({ usage: { input_tokens: '9', output_tokens: null } })]],
])('%s: counts nothing', (_why, body) => {
  expect(read(EVENTS, body)).toBeUndefined();
});

test('impossible counts are 0', () => {
  const facts = read(EVENTS, [event({ usage: { input_tokens: -5, output_tokens: 2 } })]);
  expect(facts?.usage).toMatchObject({ input_tokens: 0, output_tokens: 2 });
});

test('skips a line of a gigabyte and reads what follows', () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const stream = function* (): Generator<string | Buffer> {
    yield 'data: "usage';
    for (let count = 0; count < 1024; count++) yield chunk;
    yield '\n\n';
    yield event({ usage: { input_tokens: 1, output_tokens: 2 } });
  };
  expect(read(EVENTS, stream())?.usage).toMatchObject({ input_tokens: 1, output_tokens: 2 });
});
