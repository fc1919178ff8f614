/** A tool that Assay offers to MCP clients: what it takes, and what it does. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** By name; each of them a text or a number. */
  readonly input: Readonly<Record<string, InputField>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  /** Resolves with what is told as JSON; faults are told by their message. */
  call(input: Readonly<Record<string, string | number | undefined>>, context: ToolContext): Promise<object>;
}

export interface InputField {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly required?: true;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface ToolContext {
  readonly signal: AbortSignal;
  /** Tells whoever waits that something goes on. */
  readonly onProgress: (message: string) => void;
}
