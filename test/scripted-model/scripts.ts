import type { Usage } from '@assay/schema';

/** What the scripted model says to one kind of instruction, reply by reply. */
export interface ModelScript {
  /** Tried on the latest instruction of a conversation; absent for a script that answers all of them. */
  readonly match?: RegExp;
  /** For those who offer the model no tools, such as judges. Other scripts answer agents alone. */
  readonly without_tools?: boolean;
  /** Counted from the latest instruction; the last one is repeated for as long as the agent asks. */
  readonly turns: readonly [ScriptedTurn, ...ScriptedTurn[]];
}

export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly tools?: readonly ScriptedTool[];
  /** Tokens as Assay counts them: what is cached is part of the input. */
  readonly usage?: Partial<Usage>;
  readonly delay_ms?: number;
  /** An HTTP error in place of the reply. */
  readonly status?: number;
  /** How often the error is given before the reply; always when absent. */
  readonly times?: number;
  /** With an error: how long the service wants to be left alone. */
  readonly retry_after_s?: number;
  /** With an error: it comes in the middle of a stream that began well. */
  readonly late?: boolean;
  /** Sent in place of the reply as it is, as something between the two ends may do. */
  readonly body?: string;
  /** The model that says it answered, where it is not the one that was asked. */
  readonly model?: string;
  /** Ends the reply because it got too long, or because the model will not give one. */
  readonly stop?: 'cut_off' | 'refused';
  /** Takes the request and never answers. */
  readonly hang?: boolean;
  /** Breaks the connection in the middle of the reply. */
  readonly cut?: boolean;
}

export interface ScriptedTool {
  readonly name: string;
  /** A string is for tools that take free text, such as the `apply_patch` of Codex. */
  readonly input: string | Readonly<Record<string, unknown>>;
}

/** What a request asks for, read from its body. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  readonly offers_tools: boolean;
  /** The latest instruction, and how many replies it has had. */
  readonly instruction: string;
  readonly turn: number;
}

/** One thing in a conversation. Results of tools and words of the system are from neither side. */
export interface UntrustedText {
  readonly from: 'user' | 'model' | 'neither';
  readonly text: string;
}

/** The latest instruction of a conversation: everything the user said in one go, and the replies since. */
export function readConversation(conversation: readonly UntrustedText[]): Pick<Asked, 'instruction' | 'turn'> {
  const last = conversation.findLastIndex(({ from }) => from === 'user');
  const before = conversation.slice(0, last + 1);
  const first = before.findLastIndex(({ from }) => from !== 'user') + 1;
  const since = conversation.slice(last + 1);
  // one reply may be several things in a row
  const replies = since.filter(({ from }, index) => from === 'model' && since[index - 1]?.from !== 'model');
  return {
    instruction: before
      .slice(first)
      .map(({ text }) => text)
      .join('\n'),
    turn: replies.length,
  };
}

/** What is said to a request; undefined when no script is for it. */
export function findTurn(scripts: readonly ModelScript[], asked: Asked): ScriptedTurn | undefined {
  const script = scripts.find(
    ({ match, without_tools = false }) =>
      without_tools !== asked.offers_tools && (match === undefined || match.test(asked.instruction)),
  );
  return script?.turns[Math.min(asked.turn, script.turns.length - 1)];
}

// different for each turn, so that a turn counted twice or left out shows in a sum
export const usageOf = (turn: ScriptedTurn, index: number): Usage => ({
  input_tokens: 1510 + 100 * index,
  cached_input_tokens: 500,
  cache_write_input_tokens: 0,
  output_tokens: 40 + index,
  ...turn.usage,
});
