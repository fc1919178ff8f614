/** What was observed of a model service during a run. */
export interface ModelHealth {
  readonly requests: number;
  /** Requests with at least a partial answer that is not an error. */
  readonly answered: number;
  /** Status of the last finished request; null if it had no answer. */
  readonly status: number | null;
  /** The service's last error message; null without one. */
  readonly error: string | null;
  /** Time from the agent's first request to its end. */
  readonly asked_ms: number;
  /** Time without a byte of an answer at the end; 0 if the last answer was complete. */
  readonly silent_ms: number;
}

/** One request, from its first byte to the end of its answer. */
export interface HealthCall {
  /** The service has all of the request, with the key. What it does with another says nothing about it. */
  sent(): void;
  /** A byte of a successful answer arrived. */
  heard(): void;
  ended(answer: { status: number | null; whole: boolean; error: string | null }): void;
}

const MISSING: ReadonlySet<number> = new Set([400, 401, 403, 408]);

/** Records events of a model service when they happen. */
export interface HealthRecord {
  begin(): HealthCall;
  read(): ModelHealth;
}

/**
 * Records what a gateway observes of a model service. Requests may overlap: a byte for one counts for all.
 */
export function createHealthRecord(now: () => number): HealthRecord {
  let [requests, answered, open] = [0, 0, 0];
  let status: number | null = null;
  let error: string | null = null;
  let first: number | null = null;
  let waiting_since: number | null = null;
  let last = 0;
  let heard_of = 0;
  return {
    begin() {
      let whole_request = false;
      requests++;
      return {
        sent() {
          if (whole_request) return;
          whole_request = true;
          open++;
          first ??= now();
          waiting_since ??= now();
        },
        heard() {
          if (waiting_since !== null) waiting_since = now();
          if (heard_of < requests) answered++;
          heard_of = requests;
        },
        ended(answer) {
          if (whole_request) open--;
          // a service may refuse a request before it has all of it, but not for what is missing
          else if (answer.status === null || MISSING.has(answer.status)) return;
          last = now();
          status = answer.status;
          error = answer.error;
          if (open === 0 && answer.whole && answer.status !== null && answer.status < 400) waiting_since = null;
        },
      };
    },
    read() {
      const until = open > 0 ? now() : last;
      const since = (start: number | null): number => (start === null ? 0 : Math.max(0, Math.round(until - start)));
      return { requests, answered, status, error, asked_ms: since(first), silent_ms: since(waiting_since) };
    },
  };
}
