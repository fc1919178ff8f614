/** A JSON log, one event per line. Never contains request values: paths without query, no headers. */
export interface Log {
  write(event: string, fields: Readonly<Record<string, string | number | boolean | null>>): void;
}

/** A log that passes its lines to `writeLine`. */
export const createLog = (writeLine: (line: string) => void, now: () => number): Log => ({
  write(event, fields) {
    writeLine(`${JSON.stringify({ at: new Date(now()).toISOString(), event, ...fields })}\n`);
  },
});

/** A log that discards everything. */
export const SILENT: Log = { write: () => undefined };
