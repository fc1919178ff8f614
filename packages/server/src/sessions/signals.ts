/** What OTLP calls the parts of a document, by signal. */
export const SIGNALS = {
  logs: {
    request: 'ExportLogsServiceRequest',
    groups: 'resourceLogs',
    scopes: 'scopeLogs',
    records: 'logRecords',
    time: 'timeUnixNano',
    refused: 'rejectedLogRecords',
  },
  traces: {
    request: 'ExportTraceServiceRequest',
    groups: 'resourceSpans',
    scopes: 'scopeSpans',
    records: 'spans',
    time: 'startTimeUnixNano',
    refused: 'rejectedSpans',
  },
} as const;

export type Signal = keyof typeof SIGNALS;
