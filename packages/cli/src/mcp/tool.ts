/** A tool for MCP clients. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Input fields by name. */
  readonly input: Readonly<Record<string, InputField>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  /** Resolves to the JSON answer; a thrown error is sent as its message. */
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
  /** Sends a progress message to the client. */
  readonly onProgress: (message: string) => void;
}
