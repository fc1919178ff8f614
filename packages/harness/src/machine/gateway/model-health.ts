/** What was seen of a model service during a run: whether it was asked, and whether it answered. */
export interface ModelHealth {
  readonly requests: number;
  /** How many of them were answered, at least in part, with something other than an error. */
  readonly answered: number;
  /** The status of the last request that ended; null when it ended without an answer. */
  readonly status: number | null;
  /** What the service said of its last error; null without one. */
  readonly error: string | null;
  /** How long the agent had been asking when it ended, from its first request. */
  readonly asked_ms: number;
  /** How long it had been asking at the end without a byte of an answer; 0 when the last answer was whole. */
  readonly silent_ms: number;
}

/** What is told to a record of health, each at its instant. */
export interface HealthRecord {
  began(): void;
  /** A byte of an answer that is no error arrived. */
  heard(): void;
  ended(answer: { status: number | null; whole: boolean; error: string | null }): void;
  read(): ModelHealth;
}

/** Keeps what a gateway sees of a model service. Requests may overlap: what one of them hears, all of them hear. */
export function createHealthRecord(now: () => number): HealthRecord {
  let [requests, answered, open] = [0, 0, 0];
  let status: number | null = null;
  let error: string | null = null;
  let first: number | null = null;
  let waiting_since: number | null = null;
  let last = 0;
  let heard_of = 0;
  return {
    began() {
      const at = now();
      requests++;
      open++;
      first ??= at;
      waiting_since ??= at;
    },
    heard() {
      waiting_since = now();
      if (heard_of < requests) answered++;
      heard_of = requests;
    },
    ended(answer) {
      open--;
      last = now();
      status = answer.status;
      error = answer.error;
      if (open === 0 && answer.whole && answer.status !== null && answer.status < 400) waiting_since = null;
    },
    read() {
      const until = open > 0 ? now() : last;
      const since = (start: number | null): number => (start === null ? 0 : Math.max(0, Math.round(until - start)));
      return { requests, answered, status, error, asked_ms: since(first), silent_ms: since(waiting_since) };
    },
  };
}
