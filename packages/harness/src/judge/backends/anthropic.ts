import type Anthropic from '@anthropic-ai/sdk';
import type { ModelJudgeSpec } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import type { Host } from '../../contracts/host.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { readTokens } from '../../machine/gateway/usage.ts';
import { type AskOptions, type JudgeBackend, JudgeFailure, type JudgeReply } from '../backend.ts';
import { toJudgeFailure } from './failures.ts';
import { createForms } from './forms.ts';
import { describeSchema, earlierReply, formatCorrectionRequest } from './phrases.ts';
import { LONGEST_TIMER_MS } from './timers.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'anthropic' }>;

/** The Anthropic API, or a compatible gateway. */
export function createAnthropic(spec: Pick<Spec, 'model' | 'base_url'>, { environment, now }: Host): JudgeBackend {
  const [name, key] = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']
    .map((each) => [each, environment[each]] as const)
    .find(([, value]) => value) ?? ['ANTHROPIC_API_KEY', undefined];
  const { text: redact } = createRedactor(new Map(key === undefined ? [] : [[name, key]]));
  const address = spec.base_url ?? (environment['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com');
  const open = async (): Promise<Anthropic> => {
    const { Anthropic } = await import('@anthropic-ai/sdk');
    return new Anthropic({
      // one of the two, never the environment of the process itself
      ...(name === 'ANTHROPIC_API_KEY' ? { apiKey: key ?? null } : { authToken: key ?? null }),
      baseURL: address,
      maxRetries: 0,
      timeout: LONGEST_TIMER_MS,
      openTelemetry: false,
      logLevel: 'off',
    });
  };
  let client: Promise<Anthropic> | undefined;
  // older gateways do not support schemas
  const sendInForm = createForms([{ structured: true }, { structured: false }]);

  return {
    id: 'anthropic',
    model: spec.model,
    address,
    findObstacle: async () => (key === undefined ? NO_KEY : null),
    ask: async (question, options) => {
      const { signal } = options;
      signal.throwIfAborted();
      if (key === undefined) throw new JudgeFailure('unauthorized', NO_KEY, { again: false });
      client ??= open();
      const { messages } = await client;
      try {
        return await sendInForm(async (form) => {
          const body = { model: spec.model, ...requestOf(question, options, form) };
          return replyOf(await messages.stream(body, { signal }).finalMessage());
        });
      } catch (error) {
        throw toJudgeFailure(error, { signal, redact, now });
      }
    },
  };
}

const NO_KEY = 'no API key: set ANTHROPIC_API_KEY';

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

// always streams: the client refuses to wait for a long reply without it
function requestOf(
  question: JudgeQuestion<string>,
  { max_output_tokens, repair }: AskOptions,
  { structured }: { structured: boolean },
): Omit<Anthropic.MessageStreamParams, 'model'> {
  const { schema, parts } = question;
  const system = structured ? question.system : `${question.system}\n\n${describeSchema(question)}`;
  const lasting = parts.findLastIndex((part) => part.lasting);
  // the API rejects empty blocks
  const content = parts
    .map(({ text }, index) => ({ type: 'text' as const, text, ...(index === lasting ? CACHED : {}) }))
    .filter(({ text }) => text.trim() !== '');
  return {
    max_tokens: max_output_tokens,
    system: [{ type: 'text', text: system, ...CACHED }],
    messages: [
      { role: 'user', content },
      ...(repair === undefined
        ? []
        : [
            { role: 'assistant' as const, content: earlierReply(repair) },
            { role: 'user' as const, content: formatCorrectionRequest(repair) },
          ]),
    ],
    ...(structured ? { output_config: { format: { type: 'json_schema', schema: { ...schema } } } } : {}),
  };
}

const STOPS: ReadonlyMap<string, JudgeReply['stop']> = new Map([
  ['max_tokens', 'cut_off'],
  ['model_context_window_exceeded', 'cut_off'],
  ['refusal', 'refused'],
]);

const replyOf = ({ content, model, usage, stop_reason }: Anthropic.Message): JudgeReply => ({
  text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  model,
  usage: readTokens(usage, null) ?? null,
  cost_usd_micros: null,
  stop: STOPS.get(stop_reason ?? '') ?? 'end',
});
