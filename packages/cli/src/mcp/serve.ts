import { AssayError } from '@assay/schema';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { describeFailure, helpFor } from '../failure.ts';
import { version } from '../version.ts';
import type { InputField, McpTool, ToolContext } from './tool.ts';
import { TOOLS } from './tools/index.ts';

/** Serves the tools over stdin and stdout until the client disconnects. */
export async function serveMcp(signal: AbortSignal): Promise<void> {
  const server = new Server(
    { name: 'assay', title: 'Assay', version: version() },
    {
      capabilities: { tools: {} },
      instructions: 'Runs and grades coding agents. Each score lists the points it lost and why.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `expected one of ${TOOLS.map(({ name }) => name).join(', ')}, found ${params.name}`,
      );
    const token = params._meta?.progressToken;
    let progress = 0;
    const onProgress = (message: string): void => {
      if (token === undefined) return;
      const notification = {
        method: 'notifications/progress' as const,
        params: { progressToken: token, progress: ++progress, message },
      };
      // the client may have disconnected
      extra.sendNotification(notification).catch(() => undefined);
    };
    return await answer(tool, params.arguments, { signal: extra.signal, onProgress });
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // the transport does not notice the end of its input
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
  process.stdin.destroy();
}

// errors go to the client as text, so that the model can correct its call
async function answer(tool: McpTool, given: unknown, context: ToolContext) {
  try {
    const told = await tool.call(readInput(tool, given), context);
    return { content: [{ type: 'text' as const, text: JSON.stringify(told) }], structuredContent: { ...told } };
  } catch (error) {
    const { code, message } = describeFailure(error);
    return { content: [{ type: 'text' as const, text: `${message}\n${helpFor(code)}` }], isError: true };
  }
}

function describe({ name, title, description, input, annotations }: McpTool) {
  const fields = Object.entries(input);
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(fields.map(([key, { required: _required, ...field }]) => [key, field])),
      required: fields.flatMap(([key, { required }]) => (required ? [key] : [])),
      additionalProperties: false,
    },
    annotations,
  };
}

type Input = Readonly<Record<string, string | number | undefined>>;

/** Validates the input of a tool call: rejects unknown and missing fields. */
function readInput({ name, input }: McpTool, given: unknown): Input {
  const fields = (given ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(fields).find((key) => !Object.hasOwn(input, key));
  if (unknown !== undefined)
    throw new AssayError(
      'invalid_input',
      `${name} has no input ${unknown}; it takes ${Object.keys(input).join(', ')}`,
      {
        path: unknown,
      },
    );
  return Object.fromEntries(Object.entries(input).map(([key, field]) => [key, readField(key, field, fields[key])]));
}

function readField(key: string, { type, required, minimum, maximum }: InputField, value: unknown) {
  if (value === undefined) {
    if (required) throw new AssayError('invalid_input', `${key} is required`, { path: key });
    return undefined;
  }
  if (type === 'string' && typeof value === 'string' && value !== '' && value.length <= 4096 && !value.includes('\0'))
    return value;
  const isWhole = type === 'integer' && Number.isSafeInteger(value);
  if (isWhole && (value as number) >= (minimum ?? 0) && (value as number) <= (maximum ?? Number.MAX_SAFE_INTEGER))
    return value as number;
  const expected = type === 'string' ? '1 to 4096 characters of text' : `a whole number from ${minimum} to ${maximum}`;
  throw new AssayError('invalid_input', `${key}: expected ${expected}, found ${JSON.stringify(value)?.slice(0, 60)}`, {
    path: key,
  });
}
