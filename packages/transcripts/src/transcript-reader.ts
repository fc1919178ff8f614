import type { TranscriptEnd, TranscriptEntry, TranscriptFormat, Usage } from '@assay/schema';
import type { Json } from '@assay/schema/json';

/**
 * One native form of transcripts. An item only describes: opening files, splitting lines, repairing them and
 * counting belong to the engine. It is written from recordings, and says of every record it does not know that it does not.
 */
export interface TranscriptReader {
  readonly format: TranscriptFormat;
  readonly title: string;
  /** The agent that writes this form; a form that several write says whose transcript it is through `identify`. */
  readonly agent: string;
  /** Whether a record is one of this form's. Content decides, never a file's name; the most recognised wins. */
  recognises(record: Json): boolean;
  /** Files beside this one that are part of it, such as those of its sub-agents, and the lane each belongs to. */
  companions?(path: string): Promise<readonly Companion[]>;
  /** Starts reading one transcript. */
  open(recorder: Recorder): TranscriptReading;
}

interface Companion {
  readonly path: string;
  readonly lane: string;
}

export interface TranscriptReading {
  /** Called for each record, in order: a line of a log, or the whole document. */
  read(record: Json): void;
  /** Called once after the last record, for what only then can be said. */
  end?(): void;
}

/** Where a reader puts what it finds. */
export interface Recorder {
  entry(entry: TranscriptEntry): void;
  /** What is known of the run; the first value of each stays. */
  identify(facts: { agent?: string; agent_version?: string; model?: string; session_id?: string }): void;
  /** Tokens of one response of the model. The same key again replaces it: snapshots and repeats are counted once. */
  usage(key: string, usage: Usage): void;
  /** Tokens of the whole run as the agent itself adds them up; it stands before the sum of the responses. */
  totalUsage(usage: Usage): void;
  /** Money as the agent itself reports it, in US dollars, for the whole run. */
  cost(usd: number): void;
  /** How the run ended; the last word stays. Without one it is unknown. */
  end(status: TranscriptEnd['status'], reason: string): void;
  /** A record that is not understood: counted by its kind, and never silently skipped. */
  unknown(kind: string): void;
  /** Something the reader had to mend or leave out. */
  repaired(what: string): void;
  warn(sentence: string): void;
}

/** Declares a reader. */
export const defineReader = (reader: TranscriptReader): TranscriptReader => Object.freeze(reader);
