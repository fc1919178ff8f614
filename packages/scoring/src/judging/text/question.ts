/** Stands where the nonce of a call goes. A control character: what agents wrote never has one once it is neutralised. */
export const NONCE = '\u0001nonce\u0001';

/** A question to a judge, all of it but the nonce that its fences carry. The same evidence gives the same question. */
export interface JudgeQuestion {
  readonly purpose: 'run' | 'interactions';
  /** Which of several questions of its purpose, from 0. */
  readonly batch: number;
  /** The criteria it is judged by, such as `run@1`. */
  readonly criteria: string;
  /** UntrustedText first, and the same for every run judged by these criteria. */
  readonly system: string;
  /** The message, the lasting parts first: those are the same for every question about a task, and hold no nonce. */
  readonly parts: readonly QuestionPart[];
  /** The JSON schema of the reply. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface QuestionPart {
  readonly text: string;
  readonly lasting: boolean;
}

/** A reply that was read, or why it could not be. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly obstacle: 'unparseable' | 'judge_refused'; readonly detail: string };

/** The question as it is sent. */
export function withNonce(question: JudgeQuestion, nonce: string): JudgeQuestion {
  return {
    ...question,
    parts: question.parts.map(({ text, lasting }) => ({ text: text.replaceAll(NONCE, nonce), lasting })),
  };
}
