import type { Usage } from '@assay/schema';

/** The replies of the scripted model to one kind of instruction. */
export interface ModelScript {
  /** Matched against the latest instruction (default: matches all). */
  readonly match?: RegExp;
  /** For requests without tools, such as from judges. Other scripts answer only requests with tools. */
  readonly without_tools?: boolean;
  /** Counted from the latest instruction; the last one repeats. */
  readonly turns: readonly [ScriptedTurn, ...ScriptedTurn[]];
}

export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly tools?: readonly ScriptedTool[];
  /** Tokens as Assay counts them: cached tokens are part of the input. */
  readonly usage?: Partial<Usage>;
  readonly delay_ms?: number;
  /** An HTTP error instead of the reply. */
  readonly status?: number;
  /** How often the error occurs before the reply (default: always). */
  readonly times?: number;
  /** With an error: the Retry-After header. */
  readonly retry_after_s?: number;
  /** With an error: it occurs in the middle of a stream. */
  readonly late?: boolean;
  /** Sent verbatim instead of the reply, as a proxy might. */
  readonly body?: string;
  /** The model named in the reply (default: the requested model). */
  readonly model?: string;
  /** Ends the reply because it is too long, or because the model refuses. */
  readonly stop?: 'cut_off' | 'refused';
  /** Accepts the request and never answers. */
  readonly hang?: boolean;
  /** Breaks the connection in the middle of the reply. */
  readonly cut?: boolean;
}

export interface ScriptedTool {
  readonly name: string;
  /** A string for tools that take free text, such as `apply_patch` of Codex. */
  readonly input: string | Readonly<Record<string, unknown>>;
}

/** What a request asks for, parsed from its body. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly offers_tools: boolean;
  /** The latest instruction, and how many replies it has had. */
  readonly instruction: string;
  readonly turn: number;
}

/** One item of a conversation. Tool results and system messages are from neither side. */
export interface ConversationItem {
  readonly from: 'user' | 'model' | 'neither';
  readonly text: string;
}

/** The latest instruction of a conversation (all consecutive user messages), and the number of replies since. */
export function readConversation(
  conversation: readonly ConversationItem[],
): Pick<ModelRequest, 'instruction' | 'turn'> {
  const last = conversation.findLastIndex(({ from }) => from === 'user');
  const before = conversation.slice(0, last + 1);
  const first = before.findLastIndex(({ from }) => from !== 'user') + 1;
  const since = conversation.slice(last + 1);
  // one reply may consist of several items in a row
  const replies = since.filter(({ from }, index) => from === 'model' && since[index - 1]?.from !== 'model');
  return {
    instruction: before
      .slice(first)
      .map(({ text }) => text)
      .join('\n'),
    turn: replies.length,
  };
}

/** The reply to a request; undefined if no script matches. */
export function findTurn(scripts: readonly ModelScript[], asked: ModelRequest): ScriptedTurn | undefined {
  const script = scripts.find(
    ({ match, without_tools = false }) =>
      without_tools !== asked.offers_tools && (match === undefined || match.test(asked.instruction)),
  );
  return script?.turns[Math.min(asked.turn, script.turns.length - 1)];
}

// different for each turn, so that a sum shows a turn that is counted twice or missing
export const scriptedUsage = (turn: ScriptedTurn, index: number): Usage => ({
  input_tokens: 1510 + 100 * index,
  cached_input_tokens: 500,
  cache_write_input_tokens: 0,
  output_tokens: 40 + index,
  ...turn.usage,
});
