import type { ModelJudgeSpec, Usage } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import type OpenAI from 'openai';
import type { Host } from '../../contracts/host.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { readTokens } from '../../machine/gateway/usage.ts';
import type { AskOptions, JudgeBackend, JudgeReply } from '../backend.ts';
import { createJudgeFailure, toJudgeFailure } from './failures.ts';
import { createForms } from './forms.ts';
import { describeSchema, earlierReply, formatCorrectionRequest, joinParts } from './phrases.ts';
import { LONGEST_TIMER_MS } from './timers.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'openai' }>;
type Request = OpenAI.ChatCompletionCreateParamsStreaming;

/** Optional parts of a request. */
interface Form {
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** Newer OpenAI models accept only the first, some other services only the second. */
  readonly limit: 'max_completion_tokens' | 'max_tokens';
  readonly tells_usage: boolean;
}

const FORMS = [
  { format: 'json_schema', limit: 'max_completion_tokens', tells_usage: true },
  { format: 'json_schema', limit: 'max_tokens', tells_usage: true },
  { format: 'json_object', limit: 'max_tokens', tells_usage: true },
  { format: 'none', limit: 'max_tokens', tells_usage: false },
] as const satisfies readonly Form[];

const OPENAI = 'https://api.openai.com/v1';

/** OpenAI, or any service with its chat completions API, such as Ollama and vLLM. */
export function createOpenAi(
  spec: Pick<Spec, 'model' | 'base_url' | 'key_env'>,
  { environment, now }: Host,
): JudgeBackend {
  const key = environment[spec.key_env];
  const { text: redact } = createRedactor(new Map(key ? [[spec.key_env, key]] : []));
  const address = spec.base_url ?? (environment['OPENAI_BASE_URL'] || OPENAI);
  const open = async (): Promise<OpenAI> => {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      apiKey: key || 'none',
      // services that need no key may reject one
      defaultHeaders: key ? {} : { Authorization: null },
      baseURL: address,
      // if omitted, the client would read the environment of the process
      organization: environment['OPENAI_ORG_ID'] ?? null,
      project: environment['OPENAI_PROJECT_ID'] ?? null,
      adminAPIKey: null,
      maxRetries: 0,
      timeout: LONGEST_TIMER_MS,
      logLevel: 'off',
    });
  };
  let client: Promise<OpenAI> | undefined;
  const sendInForm = createForms<Form>(FORMS);

  return {
    id: 'openai',
    model: spec.model,
    address,
    // self-hosted services often need no key
    findObstacle: async () =>
      !key && address === OPENAI ? `no API key: set ${spec.key_env}, or configure base_url` : null,
    ask: async (question, options) => {
      const { signal } = options;
      signal.throwIfAborted();
      client ??= open();
      const { chat } = await client;
      try {
        return await sendInForm(async (form) => {
          const body: Request = { model: spec.model, ...requestOf(question, options, form) };
          return readReply(await chat.completions.create(body, { signal }));
        });
      } catch (error) {
        throw toJudgeFailure(error, { signal, redact, now });
      }
    },
  };
}

// streams, because a slow self-hosted model may exceed the client's wait for the first byte
function requestOf(
  question: JudgeQuestion<string>,
  { max_output_tokens, repair }: AskOptions,
  form: Form,
): Omit<Request, 'model'> {
  return {
    messages: [
      // some services accept a format and do not enforce it
      { role: 'system', content: `${question.system}\n\n${describeSchema(question)}` },
      { role: 'user', content: joinParts(question) },
      ...(repair === undefined
        ? []
        : [
            { role: 'assistant' as const, content: earlierReply(repair) },
            { role: 'user' as const, content: formatCorrectionRequest(repair) },
          ]),
    ],
    [form.limit]: max_output_tokens,
    stream: true,
    ...(form.tells_usage ? { stream_options: { include_usage: true } } : {}),
    ...formatOf(question, form),
  };
}

function formatOf({ purpose, schema }: JudgeQuestion<string>, { format }: Form): Pick<Request, 'response_format'> {
  switch (format) {
    case 'json_schema':
      return {
        response_format: {
          type: format,
          json_schema: { name: `assay_${purpose}`, strict: true, schema: { ...schema } },
        },
      };
    case 'json_object':
      return { response_format: { type: format } };
    case 'none':
      return {};
  }
}

async function readReply(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<JudgeReply> {
  let [text, refusal]: [string, string] = ['', ''];
  let [model, finish]: [string | null, string | null] = [null, null];
  let usage: Usage | null = null;
  let said = false;
  for await (const chunk of chunks) {
    said = true;
    const choice = chunk.choices?.[0];
    text += choice?.delta?.content ?? '';
    refusal += choice?.delta?.refusal ?? '';
    finish = choice?.finish_reason ?? finish;
    model = chunk.model || model;
    usage = readTokens(chunk.usage, null) ?? usage;
  }
  if (!said) throw createJudgeFailure('service_error', 'the service sent no chat completion chunks');
  if (finish === null) throw createJudgeFailure('unreachable', 'the reply ended early');
  const refused = refusal !== '' || finish === 'content_filter';
  const stop = finish === 'length' ? 'cut_off' : 'end';
  return { text: text || refusal, model, usage, cost_usd_micros: null, stop: refused ? 'refused' : stop };
}
