import { createKey } from './core/create-key.ts';
import type { Answer, CallOptions, Input } from './core/operations.ts';
import { RequestError } from './core/request-error.ts';

type Evaluation = Input<'evaluate'>;
type Evaluated = Answer<'evaluate'>;

/** What a gate holds a function to, and what happens then. */
export interface GateSpec<Args extends unknown[], Output>
  extends Pick<Evaluation, 'agent_id' | 'checks' | 'tool' | 'latency_ref_ms' | 'metadata' | 'expected_outcome'> {
  /**
   * `return` gives back what the function gave, at once, and evaluates it later. `throw` waits for the verdict, and
   * throws a `GateError` if it is no.
   */
  readonly on_fail?: 'return' | 'throw';
  /** What a gate that waits does when there is no verdict in time: let it pass, or throw why there is none. */
  readonly on_unavailable?: 'return' | 'throw';
  /** How long a gate waits for the verdict; 2 s unless told. */
  readonly timeout_ms?: number;
  /** What is sent of the arguments; nothing unless told. */
  input?(...args: Args): unknown;
  /** What is sent of the result; all of it unless told. */
  output?(result: Output): unknown;
}

/** The result of a function did not pass its checks. */
export class GateError extends Error {
  override readonly name = 'GateError';
  readonly code = 'gate_failed';
  readonly evaluation: Evaluated;
  /** What the function gave back. */
  readonly output: unknown;

  constructor(evaluation: Evaluated, output: unknown) {
    const failed = evaluation.checks.filter(({ verdict }) => verdict === 'FAIL');
    super(
      `Expected the result to pass, but ${failed.map(({ id, reason }) => `${id}: ${reason}`).join('; ') || 'it did not'}`,
    );
    this.evaluation = evaluation;
    this.output = output;
  }
}

/** What a gate needs of a client. */
interface GateClient {
  evaluate(evaluation: Evaluation, options: CallOptions): Promise<Evaluated>;
  record(evaluation: Evaluation, options: { event_id: string }): void;
  /** Evaluates in the background what may have been evaluated under this key already. */
  evaluateLater(evaluation: Evaluation, options: { idempotencyKey: string }): void;
  onError(error: unknown): void;
}

const TIMEOUT_MS = 2_000;
const DAY_MS = 86_400_000;

/** A function that does what `fn` does, and is measured and evaluated each time. */
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
        // the function has done its work, whatever is wrong with the words for it
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

/** Waits for the verdict. Without one, the evaluation is sent again later under the same key: it counts once. */
async function requirePass(client: GateClient, evaluation: Evaluation, { event_id, output, spec }: Passage) {
  const { on_unavailable = 'return', timeout_ms = TIMEOUT_MS } = spec;
  const signal = AbortSignal.timeout(timeout_ms);
  let evaluated: Evaluated;
  try {
    evaluated = await client.evaluate(evaluation, { idempotencyKey: event_id, signal });
  } catch (cause) {
    const error = signal.aborted
      ? new RequestError('timed_out', `Expected a verdict within ${timeout_ms} ms, got none`, { cause })
      : cause;
    client.onError(error);
    if (!(error instanceof RequestError) || error.passing) {
      client.evaluateLater(evaluation, { idempotencyKey: event_id });
    }
    if (on_unavailable === 'throw') throw error;
    return;
  }
  // null: a required check could not say
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
