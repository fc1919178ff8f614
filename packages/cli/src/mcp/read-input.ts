import { AssayError } from '@assay/schema';
import type { InputField, McpTool } from './tool.ts';

type Input = Readonly<Record<string, string | number | undefined>>;

/** Validates the input of a tool call: rejects unknown and missing fields. */
export function readInput({ name, input }: McpTool, given: unknown): Input {
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
