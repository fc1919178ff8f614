import type { SourceText } from './syntax-node.ts';

/** A named range of a text, such as a test or a class. */
export interface Block {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Offsets of closing braces by their opening ones. */
export function matchBraces(masked: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < masked.length; at++) {
    if (masked[at] === '{') open.push(at);
    else if (masked[at] === '}') {
      const from = open.pop();
      if (from !== undefined) closing.set(from, at + 1);
    }
  }
  return closing;
}

/** The end of an indented block: the next line that is not deeper. */
export function endOfIndent(masked: string, start: number, source: SourceText): number {
  const indent = start - (masked.lastIndexOf('\n', start) + 1);
  for (let at = masked.indexOf('\n', start); at !== -1; at = masked.indexOf('\n', at + 1)) {
    const end = masked.indexOf('\n', at + 1);
    const line = masked.slice(at + 1, end === -1 ? masked.length : end);
    const text = line.trimStart();
    source.spend(line.length + 1);
    if (text !== '' && line.length - text.length <= indent && !/^[)\]}]/.test(text)) return at + 1;
  }
  return masked.length;
}

/** Blocks sorted by start, with lookups by offset. */
export interface Blocks {
  /** The blocks around an offset, outermost first. */
  around(offset: number): readonly Block[];
  /** The first block that starts at or after an offset. */
  following(offset: number): Block | undefined;
}

export function createBlocks(blocks: readonly Block[], source: SourceText): Blocks {
  const sorted = [...blocks].sort((a, b) => a.start - b.start || b.end - a.end);
  const parents = findParents(sorted);
  const firstFrom = (offset: number): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as Block).start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const around = (offset: number): Block[] => {
    const chain: Block[] = [];
    let block = sorted[firstFrom(offset + 1) - 1];
    for (; block !== undefined; block = parents.get(block)) {
      source.spend(1);
      if (offset < block.end) chain.push(block);
    }
    return chain.reverse();
  };
  return { around, following: (offset) => sorted[firstFrom(offset)] };
}

function findParents(sorted: readonly Block[]): ReadonlyMap<Block, Block> {
  const parents = new Map<Block, Block>();
  const open: Block[] = [];
  for (const block of sorted) {
    while (open.length > 0 && (open.at(-1) as Block).end <= block.start) open.pop();
    const parent = open.at(-1);
    if (parent !== undefined) parents.set(block, parent);
    open.push(block);
  }
  return parents;
}
