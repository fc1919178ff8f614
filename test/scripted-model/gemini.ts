import { contentText, get, list, type Protocol, type Reply } from './protocol.ts';
import { type ConversationItem, readConversation } from './scripts.ts';

/** Gemini `generateContent` and `streamGenerateContent`. */
export const gemini: Protocol = {
  id: 'gemini',
  speaks: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  ask: (path, body) => ({
    model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? 'scripted',
    stream: path.endsWith(':streamGenerateContent'),
    offers_tools: list(get(body, 'tools')).length > 0,
    ...readConversation(list(get(body, 'contents')).map(readContent)),
  }),
  document: (reply) => chunk(reply, { parts: parts(reply), rest: { finishReason: 'STOP' } }),
  events: (reply) => {
    const all = parts(reply);
    return all.map((part, index) => ({
      data: chunk(reply, { parts: [part], rest: index === all.length - 1 ? { finishReason: 'STOP' } : {} }),
    }));
  },
  error: (status, message) => ({ error: { code: status, message, status: ERROR_STATUSES[status] ?? 'INTERNAL' } }),
  aside: (path) => (path.endsWith(':countTokens') ? { totalTokens: 100 } : undefined),
};

const ERROR_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  529: 'UNAVAILABLE',
};

function readContent(content: unknown): ConversationItem {
  const said = get(content, 'parts');
  const hasResults = list(said).some((part) => get(part, 'functionResponse') !== undefined);
  const from = get(content, 'role') === 'model' ? 'model' : hasResults ? 'neither' : 'user';
  return { from, text: contentText(said) };
}

function parts({ turn }: Reply): readonly object[] {
  const calls = (turn.tools ?? []).map(({ name, input }) => ({
    functionCall: { name, args: input },
    thoughtSignature: 'c2lnbmVk',
  }));
  return [
    ...(turn.thinking === undefined ? [] : [{ text: turn.thinking, thought: true }]),
    ...(turn.text === undefined && calls.length > 0 ? [] : [{ text: turn.text ?? '' }]),
    ...calls,
  ];
}

const chunk = (reply: Reply, { parts, rest }: { parts: readonly object[]; rest: object }) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...rest }],
  usageMetadata: usage(reply),
  modelVersion: reply.model,
  responseId: `response_${reply.number}`,
});

// thoughts count as output, but are reported separately
function usage({ usage, turn }: Reply) {
  const thoughts = turn.thinking === undefined ? 0 : Math.min(7, usage.output_tokens);
  return {
    promptTokenCount: usage.input_tokens,
    cachedContentTokenCount: usage.cached_input_tokens,
    candidatesTokenCount: usage.output_tokens - thoughts,
    thoughtsTokenCount: thoughts,
    totalTokenCount: usage.input_tokens + usage.output_tokens,
  };
}
