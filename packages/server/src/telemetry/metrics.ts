/** Values that are read when the metrics are, by name. */
export interface Gauges<Name extends string = string> {
  /** The meaning of each. */
  readonly help: Readonly<Record<Name, string>>;
  /** A value that cannot be read is left out. */
  read(): Partial<Record<Name, number>> | Promise<Partial<Record<Name, number>>>;
}

/** Counters since the process started and present values, in the Prometheus text format. */
export interface Metrics {
  /** Counts an answered request. */
  countRequest(request: { operation: string; status: number; duration_ms: number }): void;
  /** Increases any other counter. */
  count(name: `assay_${string}_total`, by?: number): void;
  /** Adds values to read. */
  measure(gauges: Gauges): void;
  render(): Promise<string>;
}

// in seconds, as usual in Prometheus; +Inf is added on output
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly by_status: Map<number, number>;
  readonly buckets: number[];
  sum_s: number;
  count: number;
}

export function createMetrics(): Metrics {
  const operations = new Map<string, Series>();
  const counters = new Map<string, number>();
  const measured: Gauges[] = [];
  return {
    countRequest({ operation, status, duration_ms }) {
      let series = operations.get(operation);
      if (series === undefined) {
        series = { by_status: new Map(), buckets: new Array(BOUNDS_S.length).fill(0), sum_s: 0, count: 0 };
        operations.set(operation, series);
      }
      const seconds = duration_ms / 1_000;
      series.by_status.set(status, (series.by_status.get(status) ?? 0) + 1);
      series.sum_s += seconds;
      series.count++;
      const bucket = BOUNDS_S.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    },
    count(name, by = 1) {
      counters.set(name, (counters.get(name) ?? 0) + by);
    },
    measure(gauges) {
      measured.push(gauges);
    },
    async render() {
      const present = await Promise.all(measured.map(renderGauges));
      return `${[...renderRequests(operations), ...renderCounters(counters), ...present.flat()].join('\n')}\n`;
    },
  };
}

function* renderRequests(operations: ReadonlyMap<string, Series>): Generator<string> {
  yield '# HELP assay_requests_total Requests answered, by operation and status.';
  yield '# TYPE assay_requests_total counter';
  for (const [operation, { by_status }] of operations)
    for (const [status, count] of by_status)
      yield `assay_requests_total{operation="${operation}",status="${status}"} ${count}`;
  yield '# HELP assay_request_duration_seconds Request duration in seconds, by operation.';
  yield '# TYPE assay_request_duration_seconds histogram';
  for (const [operation, { buckets, sum_s, count }] of operations) {
    let below = 0;
    for (const [index, bound] of BOUNDS_S.entries()) {
      below += buckets[index] ?? 0;
      yield `assay_request_duration_seconds_bucket{operation="${operation}",le="${bound}"} ${below}`;
    }
    yield `assay_request_duration_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`;
    yield `assay_request_duration_seconds_sum{operation="${operation}"} ${sum_s}`;
    yield `assay_request_duration_seconds_count{operation="${operation}"} ${count}`;
  }
}

function* renderCounters(counters: ReadonlyMap<string, number>): Generator<string> {
  for (const [name, value] of counters) {
    yield `# TYPE ${name} counter`;
    yield `${name} ${value}`;
  }
}

async function renderGauges({ help, read }: Gauges): Promise<string[]> {
  const values = await read();
  return Object.entries(help).flatMap(([name, text]) => {
    const value = values[name];
    const type = name.endsWith('_total') ? 'counter' : 'gauge';
    return value === undefined ? [] : [`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`, `${name} ${value}`];
  });
}
