import { createKey } from './core/create-key.ts';
import type { Answer, CallOptions, Input } from './core/operations.ts';
import { RequestError } from './core/request-error.ts';

type Evaluation = Input<'evaluate'>;
type Evaluated = Answer<'evaluate'>;

/** The checks of a gate and how it reacts. */
export interface GateSpec<Args extends unknown[], Output>
  extends Pick<Evaluation, 'agent_id' | 'checks' | 'tool' | 'latency_ref_ms' | 'metadata' | 'expected_outcome'> {
  /**
   * `return` (default) returns the result at once and evaluates it later. `throw` waits for the verdict and throws a
   * `GateError` if it fails.
   */
  readonly on_fail?: 'return' | 'throw';
  /** With `on_fail: 'throw'` and no verdict in time: return the result (default), or throw the reason. */
  readonly on_unavailable?: 'return' | 'throw';
  /** How long to wait for the verdict. Default: 2 s. */
  readonly timeout_ms?: number;
  /** What to send of the arguments. Default: nothing. */
  input?(...args: Args): unknown;
  /** What to send of the result. Default: all of it. */
  output?(result: Output): unknown;
}

/** The result of a function did not pass its checks. */
export class GateError extends Error {
  override readonly name = 'GateError';
  readonly code = 'gate_failed';
  readonly evaluation: Evaluated;
  /** The result of the function. */
  readonly output: unknown;

  constructor(evaluation: Evaluated, output: unknown) {
    const failed = evaluation.checks.filter(({ verdict }) => verdict === 'FAIL');
    super(
      `The result failed its checks: ${failed.map(({ id, reason }) => `${id}: ${reason}`).join('; ') || 'no reason given'}`,
    );
    this.evaluation = evaluation;
    this.output = output;
  }
}

/** The client functions a gate needs. */
interface GateClient {
  evaluate(evaluation: Evaluation, options: CallOptions): Promise<Evaluated>;
  record(evaluation: Evaluation, options: { event_id: string }): void;
  /** Evaluates in the background. The server may already have evaluated it under this key. */
  evaluateLater(evaluation: Evaluation, options: { idempotencyKey: string }): void;
  onError(error: unknown): void;
}

const TIMEOUT_MS = 2_000;
const DAY_MS = 86_400_000;

/** Wraps `fn` so that each call is measured and evaluated. */
export function createGate<Args extends unknown[], Output>(
  client: GateClient,
  fn: (...args: Args) => Output | PromiseLike<Output>,
  spec: GateSpec<Args, Output>,
): (...args: Args) => Promise<Output> {
  const { on_fail = 'return' } = spec;
  return async function gated(this: unknown, ...args: Args): Promise<Output> {
    const event_id = createKey();
    const occurred_at = new Date().toISOString();
    const started = performance.now();
    const describe = (said: () => Pick<Evaluation, 'output' | 'passed'>): Evaluation | undefined => {
      const latency_ms = Math.min(Math.round((performance.now() - started) * 1000) / 1000, DAY_MS);
      try {
        return { ...describeCall(spec, args), occurred_at, latency_ms, ...said() };
      } catch (error) {
        // the function has done its work; a failing `input` or `output` must not lose its result
        client.onError(error);
        return undefined;
      }
    };

    let output: Output;
    try {
      output = await fn.apply(this, args);
    } catch (error) {
      const evaluation = describe(() => ({ passed: false, output: describeError(error) }));
      if (evaluation !== undefined) {
        const { checks: _, ...failed } = evaluation;
        client.record(failed, { event_id });
      }
      throw error;
    }
    const evaluation = describe(() => ({
      output: (spec.output ? spec.output(output) : output) as Evaluation['output'],
    }));
    if (evaluation === undefined) return output;
    if (on_fail === 'throw') await requirePass(client, evaluation, { event_id, output, spec });
    else client.record(evaluation, { event_id });
    return output;
  };
}

interface Passage {
  readonly event_id: string;
  readonly output: unknown;
  readonly spec: Pick<GateSpec<never, never>, 'on_unavailable' | 'timeout_ms'>;
}

/** Waits for the verdict. Without one, resends the evaluation later under the same key, so that it counts once. */
async function requirePass(client: GateClient, evaluation: Evaluation, { event_id, output, spec }: Passage) {
  const { on_unavailable = 'return', timeout_ms = TIMEOUT_MS } = spec;
  const signal = AbortSignal.timeout(timeout_ms);
  let evaluated: Evaluated;
  try {
    evaluated = await client.evaluate(evaluation, { idempotencyKey: event_id, signal });
  } catch (cause) {
    const error = signal.aborted
      ? new RequestError('timed_out', `No verdict within ${timeout_ms} ms`, { cause })
      : cause;
    client.onError(error);
    if (!(error instanceof RequestError) || error.passing) {
      client.evaluateLater(evaluation, { idempotencyKey: event_id });
    }
    if (on_unavailable === 'throw') throw error;
    return;
  }
  // null: a required check errored
  if (evaluated.passed === false || (evaluated.passed === null && on_unavailable === 'throw')) {
    throw new GateError(evaluated, output);
  }
}

function describeCall<Args extends unknown[]>(spec: GateSpec<Args, never>, args: Args) {
  const { agent_id, checks, tool, latency_ref_ms, metadata, expected_outcome } = spec;
  const input = spec.input?.(...args) as Evaluation['input'];
  const given = { checks, tool, latency_ref_ms, metadata, expected_outcome, input };
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { agent_id, ...(Object.fromEntries(said) as Partial<Evaluation>) };
}

const describeError = (error: unknown): Evaluation['output'] => ({
  error: error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) },
});
