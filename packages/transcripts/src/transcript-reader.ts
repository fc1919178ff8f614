import type { TranscriptEnd, TranscriptEntry, TranscriptFormat, Usage } from '@assay/schema';
import type { Json } from '@assay/schema/json';

/**
 * One native transcript format. A reader only interprets records; the engine opens files, splits and repairs lines, and
 * counts. A reader is written from recordings and reports every unknown record.
 */
export interface TranscriptReader {
  readonly format: TranscriptFormat;
  readonly title: string;
  /** The agent that writes this format. If several agents write it, the reader calls `identify`. */
  readonly agent: string;
  /** Whether a record is of this format, by content only. The reader with the most recognized records wins. */
  recognizes(record: Json): boolean;
  /** Other files of the same transcript, such as those of sub-agents, each with its lane. */
  companions?(path: string): Promise<readonly Companion[]>;
  /** Starts reading one transcript. */
  open(recorder: Recorder): TranscriptReading;
}

interface Companion {
  readonly path: string;
  readonly lane: string;
}

export interface TranscriptReading {
  /** Called for each record in order: a line of a log, or the whole document. */
  read(record: Json): void;
  /** Called once after the last record. */
  end?(): void;
}

/** Receives what a reader finds. */
export interface Recorder {
  /** Adds an entry. A result without `is_error` and `exit_code` gets them from its text. */
  entry(entry: TranscriptEntry): void;
  /** Facts about the run; the first value of each wins. */
  identify(facts: { agent?: string; agent_version?: string; model?: string; session_id?: string }): void;
  /** How long a call waited for the approval of a person; called before its result. */
  waited(tool_id: string, ms: number): void;
  /** Tokens of one model response. A repeated key replaces the value, so snapshots and repeats count once. */
  usage(key: string, usage: Usage): void;
  /** Tokens of the whole run as the agent reports them; overrides the sum of the responses. */
  totalUsage(usage: Usage): void;
  /** Cost of the whole run in US dollars, as the agent reports it. */
  cost(usd: number): void;
  /** How the run ended; the last call wins. Default: unknown. */
  end(status: TranscriptEnd['status'], reason: string): void;
  /** An unknown record: counted by kind, never silently skipped. */
  unknown(kind: string): void;
  /** Something that was repaired or skipped. */
  repaired(what: string): void;
  warn(sentence: string): void;
}

/** For formats that mark only some failures: without the mark, the text of the result decides. */
export const markFailure = (failed: boolean): { is_error?: true } => (failed ? { is_error: true } : {});

/** Declares a reader. */
export const defineReader = (reader: TranscriptReader): TranscriptReader => Object.freeze(reader);
