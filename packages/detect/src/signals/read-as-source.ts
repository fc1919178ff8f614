import { isSource } from './code-language.ts';
import { isRunnerConfig } from './runner-config.ts';

interface Content {
  readonly content: Buffer;
  /** Whether git would call it binary. */
  readonly binary: boolean;
}

const SPACE = 0x20;

/** The content of a file to read as text, with spaces for NUL bytes: they hide no source. Null if it is binary. */
export function readAsSource(path: string, { content, binary }: Content): Buffer | null {
  if (!binary || isUtf16(content)) return content;
  return isSource(path) || isRunnerConfig(path) ? Buffer.from(content.map((byte) => byte || SPACE)) : null;
}

const isUtf16 = (content: Buffer): boolean => content[0] === 0xff && content[1] === 0xfe;
