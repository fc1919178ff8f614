import type { JudgeObstacle, Usage } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';

/** Something that answers questions about runs in words. It has no tools and sees nothing but the question. */
export interface JudgeBackend {
  /** As configured: `anthropic`, `claude-cli`, `openai`, `replay`. */
  readonly id: string;
  /** The model asked for; null where the service chooses. */
  readonly model: string | null;
  /** Where it is asked; null where that is not known or does not matter. */
  readonly address: string | null;
  /** Why it cannot be asked, as far as that shows without asking; null when it can. */
  findObstacle(): Promise<string | null>;
  /** One question, one reply, with no second try of its own. Throws JudgeFailure when none comes. */
  ask(question: JudgeQuestion, options: AskOptions): Promise<JudgeReply>;
}

export interface AskOptions {
  readonly max_output_tokens: number;
  readonly signal: AbortSignal;
  /** What the judge said before and could not be read, with what was wrong with it: it is asked to mend it. */
  readonly mend?: { readonly reply: string; readonly complaint: string };
  /** The how manieth time the same is asked, from 0; recordings tell samples apart by it. */
  readonly sample: number;
  /** Of the question before its nonce was put in: what recordings know it by. */
  readonly prompt_digest: string;
}

export interface JudgeReply {
  readonly text: string;
  /** The model that answered, as the service names it. */
  readonly model: string | null;
  readonly usage: Usage | null;
  /** As the service reports it; null where it must be worked out from the tokens. */
  readonly cost_usd: number | null;
  readonly stop: 'end' | 'cut_off' | 'refused';
}

/** Why no reply came. */
export class JudgeFailure extends Error {
  override readonly name = 'JudgeFailure';
  readonly obstacle: JudgeObstacle;
  /** Whether asking again may help. */
  readonly again: boolean;
  /** How long the service wants to be left alone; null where it does not say. */
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
