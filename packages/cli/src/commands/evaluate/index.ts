import { readChecks } from '@assay/proxy';
import { AssayError, EvaluateRequest, EvaluateResponse, parse, parseStrictJson } from '@assay/schema';
import { runChecks } from '@assay/scoring';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { chooseServer } from '../../server/choose-server.ts';
import { requestServer } from '../../server/request-server.ts';
import { readStdin } from '../../terminal/input.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { drawEvaluation, type ShownEvaluation } from './draw-evaluation.ts';

const HELP = `Usage: assay evaluate [--agent-id ID] [--output TEXT | < REQUEST] [OPTIONS]

Evaluates one output of an agent. On a server it counts toward the agent's reputation; with --local it runs here and is
not counted. Without --output, the request is read from standard input as the JSON of \`POST /v1/evaluate\`. Options
override fields of the request.

  --agent-id ID      agent that produced the output
  --output TEXT      the output, as text
  --checks FILE      JSON list of checks (default: filesystem, pii and content)
  --passed, --failed your own verdict instead of checks
  --latency-ms N     duration in milliseconds
  --tool NAME        tool that was called
  --dry-run          print the answer without counting it
  --local            run the checks here, without a server
  --url URL          server (default: ASSAY_URL); the key comes from ASSAY_API_KEY
  --json             print the answer as JSON

Exit codes: 0 passed · 1 failed · 2 usage error or invalid request · 3 a required check gave no answer, or the server
cannot be reached
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    'agent-id': { type: 'string' },
    output: { type: 'string' },
    checks: { type: 'string' },
    passed: { type: 'boolean' },
    failed: { type: 'boolean' },
    'latency-ms': { type: 'string' },
    tool: { type: 'string' },
    'dry-run': { type: 'boolean' },
    local: { type: 'boolean' },
    url: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0) {
    throw new AssayError('usage', `unexpected argument ${positionals[0]}; pass the output with --output`);
  }
  const request = parse(EvaluateRequest, { ...(await readGiven(values.output)), ...fieldsOf(values) });
  const evaluation = values.local ? evaluateHere(request) : await evaluateThere(request, { url: values.url, signal });
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(values.json ? `${JSON.stringify(evaluation)}\n` : drawEvaluation(evaluation, style));
  if (evaluation.passed === null) return 3;
  return evaluation.passed ? 0 : 1;
};

interface Given {
  readonly 'agent-id'?: string | undefined;
  readonly checks?: string | undefined;
  readonly passed?: boolean | undefined;
  readonly failed?: boolean | undefined;
  readonly 'latency-ms'?: string | undefined;
  readonly tool?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

async function readGiven(output: string | undefined): Promise<object> {
  if (output !== undefined) return { output };
  const given = parseStrictJson(await readStdin());
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new AssayError('invalid_input', 'the evaluation must be a JSON object', { path: '' });
}

function fieldsOf(values: Given): object {
  if (values.passed && values.failed) throw new AssayError('usage', '--passed and --failed cannot be combined');
  const { checks, tool } = values;
  const latency = values['latency-ms'];
  return {
    ...(values['agent-id'] === undefined ? {} : { agent_id: values['agent-id'] }),
    ...(checks === undefined ? {} : { checks: readChecks(checks) }),
    ...(values.passed ? { passed: true } : {}),
    ...(values.failed ? { passed: false } : {}),
    // validation reports an invalid number with its field
    ...(latency === undefined ? {} : { latency_ms: latency.trim() === '' ? latency : Number(latency) }),
    ...(tool === undefined ? {} : { tool }),
    ...(values['dry-run'] ? { dry_run: true } : {}),
  };
}

async function evaluateThere(
  request: EvaluateRequest,
  { url, signal }: { url: string | undefined; signal: AbortSignal },
): Promise<ShownEvaluation> {
  return await requestServer(chooseServer(url), {
    operation: 'evaluate',
    input: request,
    answer: EvaluateResponse,
    signal,
  });
}

function evaluateHere(request: EvaluateRequest): ShownEvaluation {
  if (request.passed !== undefined) return { passed: request.passed, reason: null, checks: [] };
  return runChecks(request, { clock: () => performance.now() });
}
