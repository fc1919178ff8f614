import { maskCode, type Range } from '../inventory/mask.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';
import { type CodeLanguage, findCodeLanguage } from './code-language.ts';

/** One version of a changed file, as the detectors read it. */
export interface SourceFile {
  readonly path: string;
  readonly language: CodeLanguage;
  readonly is_test: boolean;
  /** Whether there was a file at this path before the change. */
  readonly existed: boolean;
  readonly text: string;
  /** The text line by line; then without comments; then without what strings say either. Same numbers, same columns. */
  readonly lines: readonly string[];
  readonly uncommented_lines: readonly string[];
  readonly code_lines: readonly string[];
  readonly code: string;
  readonly comments: readonly Range[];
  /** The number of the line, from 1, that a character is on. */
  lineAt(offset: number): number;
}

/** Whether a file is one of tests, by where it is and what it is called. */
export const isTest = createTestFileFilter();

/** Longer than any source a person wrote. */
const LONGEST = 4 * 1024 * 1024;
const LONGEST_MEAN_LINE = 400;

/** Reads a version of a file; undefined when it is not the kind of file that people write code in. */
export function readSource(path: string, text: string, { existed }: { existed: boolean }): SourceFile | undefined {
  const language = findCodeLanguage(path, text);
  if (language === undefined || text.length > LONGEST || isForeign(path)) return undefined;
  const lines = text.split('\n');
  if (text.length > 20_000 && text.length / lines.length > LONGEST_MEAN_LINE) return undefined;
  const { code, uncommented, comments } = maskCode(text, language);
  const code_lines = code.split('\n');
  const starts = startsOf(lines);
  return {
    path,
    language,
    is_test: isTest(path),
    existed,
    text,
    lines,
    uncommented_lines: uncommented.split('\n'),
    code_lines,
    code,
    comments,
    lineAt: (offset) => searchLine(starts, offset),
  };
}

const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|__generated__|dist|\.yarn)\/|(?:\.min\.[cm]?js|\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart|\.designer\.cs|-lock\.(?:json|yaml))$/i;

const isForeign = (path: string): boolean => FOREIGN.test(path);

function startsOf(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  return starts;
}

function searchLine(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
