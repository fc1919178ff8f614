import { maskCode, type Range } from '../inventory/mask.ts';
import { createTestFileFilter } from '../inventory/test-files.ts';
import { type CodeLanguage, findCodeLanguage } from './code-language.ts';

/** One version of a changed file, for detectors. */
export interface SourceFile {
  readonly path: string;
  readonly language: CodeLanguage;
  readonly is_test: boolean;
  /** Whether the path existed before the change. */
  readonly existed: boolean;
  readonly text: string;
  /** The lines; without comments; without comments and string contents. Numbers and columns are the same. */
  readonly lines: readonly string[];
  readonly uncommented_lines: readonly string[];
  readonly code_lines: readonly string[];
  readonly code: string;
  readonly comments: readonly Range[];
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
}

/** Whether a file is a test file, by its path. */
export const isTest = createTestFileFilter();

/** Larger than any source written by hand. */
const LONGEST = 4 * 1024 * 1024;
const LONGEST_MEAN_LINE = 400;

/** Reads one version of a file; undefined if it is not source code. */
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
