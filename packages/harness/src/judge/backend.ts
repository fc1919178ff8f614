import type { JudgeObstacle, Usage } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';

/** A model that answers questions about runs. It has no tools and sees only the question. */
export interface JudgeBackend {
  /** As configured: `anthropic`, `claude-cli`, `openai`, `replay`. */
  readonly id: string;
  /** The requested model; null if the service chooses. */
  readonly model: string | null;
  /** The service address; null if unknown or irrelevant. */
  readonly address: string | null;
  /** Why it cannot be asked, as far as this can be checked without asking; null if it can. */
  findObstacle(): Promise<string | null>;
  /** Asks one question once, without retries. Throws JudgeFailure if there is no reply. */
  ask(question: JudgeQuestion<string>, options: AskOptions): Promise<JudgeReply>;
}

export interface AskOptions {
  readonly max_output_tokens: number;
  readonly signal: AbortSignal;
  /** An earlier unreadable reply and its error, so that the judge can correct it. */
  readonly repair?: { readonly reply: string; readonly complaint: string };
  /** The number of the repetition, from 0; recordings distinguish samples by it. */
  readonly sample: number;
  /** Digest of the question without its nonce; recordings are found by it. */
  readonly prompt_digest: string;
}

export interface JudgeReply {
  readonly text: string;
  /** The model that answered, as the service names it. */
  readonly model: string | null;
  readonly usage: Usage | null;
  /** As reported by the service; null if it must be computed from tokens. */
  readonly cost_usd_micros: number | null;
  readonly stop: 'end' | 'cut_off' | 'refused';
}

/** Why there was no reply. */
export class JudgeFailure extends Error {
  override readonly name = 'JudgeFailure';
  readonly obstacle: JudgeObstacle;
  /** Whether a retry may help. */
  readonly again: boolean;
  /** How long the service asks to wait; null if it does not say. */
  readonly retry_after_ms: number | null;

  constructor(
    obstacle: JudgeObstacle,
    message: string,
    options: { again: boolean; retry_after_ms?: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.obstacle = obstacle;
    this.again = options.again;
    this.retry_after_ms = options.retry_after_ms ?? null;
  }
}
