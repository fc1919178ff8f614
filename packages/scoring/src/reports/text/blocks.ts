const DEEPEST = 16;
const LONGEST_TITLE = 250;

/** Tracks enclosing titles by indentation. Excessive nesting or length is cut. */
export function createBlocks() {
  let blocks: { readonly indent: number; readonly title: string }[] = [];
  const leave = (indent: number): void => {
    blocks = blocks.filter((block) => block.indent < indent);
  };
  return {
    /** Closes all blocks that are indented at least this far. */
    leave,
    open(indent: number, title: string): void {
      leave(indent);
      if (blocks.length < DEEPEST) blocks.push({ indent, title: title.slice(0, LONGEST_TITLE) });
    },
    /** Whether exactly this block is open. */
    holds: (indent: number, title: string): boolean =>
      blocks.some((block) => block.indent === indent && block.title === title.slice(0, LONGEST_TITLE)),
    /** A name prefixed with its enclosing titles. */
    nameOf: (title: string): string => [...blocks.map((block) => block.title), title].join(' > '),
  };
}
