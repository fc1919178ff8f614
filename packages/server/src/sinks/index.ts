import { jsonLines } from './json-lines.ts';
import { otlpLogs } from './otlp-logs.ts';
import { posthog } from './posthog.ts';
import type { SinkKind } from './sink.ts';

/** Every kind of sink. */
export const SINKS: readonly SinkKind[] = [posthog, otlpLogs, jsonLines];
