import type { ModelJudgeSpec, Usage } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import type OpenAI from 'openai';
import type { Host } from '../../contracts/host.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { readTokens } from '../../machine/gateway/usage.ts';
import type { AskOptions, JudgeBackend, JudgeReply } from '../backend.ts';
import { failureBecause, failureOf } from './failures.ts';
import { createForms } from './forms.ts';
import { describeComplaint, describeSchema, earlierReply, joinParts } from './phrases.ts';
import { LONGEST_TIMER_MS } from './timers.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'openai' }>;
type Request = OpenAI.ChatCompletionCreateParamsStreaming;

/** What is asked of a service beyond the question. */
interface Form {
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** Newer models of OpenAI know only the first, some other services only the second. */
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

/** OpenAI, or any service that speaks like its chat completions: Ollama, vLLM and others. */
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
      // a service that wants no key may stumble over one
      defaultHeaders: key ? {} : { Authorization: null },
      baseURL: address,
      // left out, they would come from what the process itself was started with
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
    // services of one's own often want none
    findObstacle: async () =>
      !key && address === OPENAI ? `expected a key in ${spec.key_env}, found none: set it, or name a base_url` : null,
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
        throw failureOf(error, { signal, redact, now });
      }
    },
  };
}

// a stream: a slow model of one's own says nothing for longer than the client waits for a first byte
function requestOf(
  question: JudgeQuestion,
  { max_output_tokens, mend }: AskOptions,
  form: Form,
): Omit<Request, 'model'> {
  return {
    messages: [
      // some services take any format and hold nobody to it
      { role: 'system', content: `${question.system}\n\n${describeSchema(question)}` },
      { role: 'user', content: joinParts(question) },
      ...(mend === undefined
        ? []
        : [
            { role: 'assistant' as const, content: earlierReply(mend) },
            { role: 'user' as const, content: describeComplaint(mend) },
          ]),
    ],
    [form.limit]: max_output_tokens,
    stream: true,
    ...(form.tells_usage ? { stream_options: { include_usage: true } } : {}),
    ...formatOf(question, form),
  };
}

function formatOf({ purpose, schema }: JudgeQuestion, { format }: Form): Pick<Request, 'response_format'> {
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
  if (!said) throw failureBecause('service_error', 'expected a stream of chat completion chunks, found none');
  if (finish === null) throw failureBecause('unreachable', 'the reply broke off before its end');
  const refused = refusal !== '' || finish === 'content_filter';
  const stop = finish === 'length' ? 'cut_off' : 'end';
  return { text: text || refusal, model, usage, cost_usd: null, stop: refused ? 'refused' : stop };
}
