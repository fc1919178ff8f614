/** One event a line, as JSON. Values of requests are never in it: addresses without their query, and no headers. */
export interface Log {
  write(event: string, fields: Readonly<Record<string, string | number | boolean | null>>): void;
}

/** A log that writes lines somewhere. */
export const createLog = (writeLine: (line: string) => void, now: () => number): Log => ({
  write(event, fields) {
    writeLine(`${JSON.stringify({ at: new Date(now()).toISOString(), event, ...fields })}\n`);
  },
});

/** For those who do not want to know. */
export const SILENT: Log = { write: () => undefined };
