/** What the harness is given of the machine it runs on: nobody reads a clock or the environment behind its back. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number;
  entropy(bytes: number): Uint8Array;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const instant = (ms: number): string => new Date(ms).toISOString();
