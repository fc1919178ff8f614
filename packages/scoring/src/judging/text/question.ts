/** Placeholder for the nonce of a call. It contains control characters, which neutralized text never does. */
export const NONCE = '\u0001nonce\u0001';

/** A question to a judge, without the nonce of its fences. The same evidence gives the same question. */
export interface JudgeQuestion<P extends string = 'run' | 'interactions'> {
  readonly purpose: P;
  /** Index among the questions of its purpose, from 0. */
  readonly batch: number;
  /** The criteria it is judged by, such as `run@1`. */
  readonly criteria: string;
  /** The system prompt: sent first, and the same for every run judged by these criteria. */
  readonly system: string;
  /** The message, lasting parts first: those are the same for every question about a task, and contain no nonce. */
  readonly parts: readonly QuestionPart[];
  /** The JSON schema of the reply. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface QuestionPart {
  readonly text: string;
  readonly lasting: boolean;
}

/** A reply that was read, or why it could not be read. */
export type ReadReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly obstacle: 'unparseable' | 'judge_refused'; readonly detail: string };

/** The question as sent. */
export function withNonce<P extends string>(question: JudgeQuestion<P>, nonce: string): JudgeQuestion<P> {
  return {
    ...question,
    parts: question.parts.map(({ text, lasting }) => ({ text: text.replaceAll(NONCE, nonce), lasting })),
  };
}
