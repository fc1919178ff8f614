/**
 * A node of a syntax tree, copied from the parser, with UTF-16 offsets. Punctuation and keywords are nodes too, but not
 * `named`.
 */
export class SyntaxNode {
  readonly type: string;
  /** Its field in the parent, such as `name` or `body`. */
  readonly role: string | null;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  #children: SyntaxNode[] = NONE;
  readonly #source: SourceText;
  // all nodes of the tree in text order; descendants follow this node up to `#last`
  readonly #order: SyntaxNode[];
  readonly #index: number;
  #last: number;

  constructor({ type, named }: NodeType, { role, start, end, parent, source }: NodePlace) {
    this.type = type;
    this.role = role;
    this.named = named;
    this.start = start;
    this.end = end;
    this.parent = parent;
    this.#source = source;
    this.#order = parent === null ? [] : parent.#order;
    this.#index = this.#order.push(this) - 1;
    this.#last = this.#index;
    if (parent !== null) parent.#add(this);
  }

  #add(child: SyntaxNode): void {
    if (this.#children === NONE) this.#children = [child];
    else this.#children.push(child);
  }

  /** Direct children in text order. */
  get children(): readonly SyntaxNode[] {
    return this.#children;
  }

  /** Marks the node as complete: all descendants exist. */
  close(): void {
    this.#last = this.#order.length - 1;
  }

  get text(): string {
    return this.#source.text.slice(this.start, this.end);
  }

  /** The first line, from 1. */
  get line(): number {
    return this.#source.lineAt(this.start);
  }

  /** The line of its last character. */
  get endLine(): number {
    return this.#source.lineAt(Math.max(this.start, this.end - 1));
  }

  get namedChildren(): readonly SyntaxNode[] {
    this.#source.spend(this.#children.length);
    return this.#children.filter(({ named, type }) => named && !isComment(type));
  }

  /** The first child with a role, such as the `body` of a function. */
  child(role: string): SyntaxNode | undefined {
    for (const child of this.#children) if (child.role === role) return child;
    return undefined;
  }

  /** The first child of one of these types. */
  childOfType(...types: readonly string[]): SyntaxNode | undefined {
    for (const child of this.#children) if (types.includes(child.type)) return child;
    return undefined;
  }

  /** The next sibling that is not a comment. */
  get next(): SyntaxNode | undefined {
    const beside = this.parent?.children ?? [];
    return beside.slice(beside.indexOf(this) + 1).find(({ named, type }) => named && !isComment(type));
  }

  /** The ancestors, from the parent to the root. */
  *ancestors(): Generator<SyntaxNode> {
    for (let node = this.parent; node !== null; node = node.parent) yield node;
  }

  /** The nearest ancestor of one of these types. */
  ancestor(...types: readonly string[]): SyntaxNode | undefined {
    for (let node = this.parent; node !== null; node = node.parent) if (types.includes(node.type)) return node;
    return undefined;
  }

  /** The node and its descendants in text order, without subtrees that `enter` rejects. */
  walk(enter?: (node: SyntaxNode) => boolean): Iterable<SyntaxNode> {
    if (enter !== undefined) return this.#walkInto(enter);
    this.#source.spend(this.#last - this.#index + 1);
    return this.#order.slice(this.#index, this.#last + 1);
  }

  *#walkInto(enter: (node: SyntaxNode) => boolean): Generator<SyntaxNode> {
    for (let index = this.#index; index <= this.#last; index++) {
      const node = this.#order[index] as SyntaxNode;
      this.#source.spend(1);
      if (enter(node)) yield node;
      else index = node.#last;
    }
  }

  /** Calls `enter` for the node and its descendants in text order; skips the descendants of rejected nodes. */
  visit(enter: (node: SyntaxNode) => boolean): void {
    for (let index = this.#index; index <= this.#last; index++) {
      const node = this.#order[index] as SyntaxNode;
      this.#source.spend(1);
      if (!enter(node)) index = node.#last;
    }
  }

  /** All descendants of these types. */
  find(...types: readonly string[]): SyntaxNode[] {
    this.#source.spend(this.#last - this.#index);
    const found: SyntaxNode[] = [];
    for (let index = this.#index + 1; index <= this.#last; index++) {
      const node = this.#order[index] as SyntaxNode;
      if (types.includes(node.type)) found.push(node);
    }
    return found;
  }
}

// shared by all leaves, which are most nodes
const NONE: SyntaxNode[] = [];

/** A node type of the grammar. */
export interface NodeType {
  readonly type: string;
  readonly named: boolean;
}

interface NodePlace {
  readonly role: string | null;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly source: SourceText;
}

/** Whether a node type is a comment in any grammar. */
export const isComment = (type: string): boolean => type.endsWith('comment');

/** A text with its lines and a step limit. */
export interface SourceText {
  readonly text: string;
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
  /** Counts reading steps; throws if a file takes too many. */
  spend(steps: number): void;
}

// ten times what a large real file needs; counted in steps, not seconds, so that reading is deterministic
const MOST_STEPS = 100_000_000;

export function createSourceText(text: string): SourceText {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  let spent = 0;
  const spend = (steps: number): void => {
    spent += steps;
    if (spent > MOST_STEPS) throw new Error(`reading takes more than ${MOST_STEPS} steps`);
  };
  return { text, lineAt, spend };
}
