import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gauges } from './metrics.ts';

const RESOLUTION_MS = 20;

/** Memory and responsiveness of this process. */
export function createProcessGauges() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const started_s = Date.now() / 1_000 - process.uptime();
  return {
    help: {
      process_start_time_seconds: 'When the process started, in seconds since 1970.',
      process_cpu_seconds_total: 'CPU time used by the process.',
      process_resident_memory_bytes: 'Memory used by the process.',
      assay_heap_used_bytes: 'Memory used by JavaScript values.',
      assay_event_loop_delay_seconds: 'Delay of the event loop since the last time this was read, 99th percentile.',
    },
    read() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      // a timer is never early, so that a loop without work shows the resolution
      const late_ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
      delay.reset();
      return {
        process_start_time_seconds: started_s,
        process_cpu_seconds_total: (user + system) / 1e6,
        process_resident_memory_bytes: rss,
        assay_heap_used_bytes: heapUsed,
        assay_event_loop_delay_seconds: late_ms / 1_000,
      };
    },
  } satisfies Gauges;
}
