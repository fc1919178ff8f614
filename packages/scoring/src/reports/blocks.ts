const DEEPEST = 16;
const LONGEST_TITLE = 250;

/** Titles that hold others, told by how far they are indented. Nested deeper or longer than anyone does, they are cut. */
export function createBlocks() {
  let blocks: { readonly indent: number; readonly title: string }[] = [];
  const leave = (indent: number): void => {
    blocks = blocks.filter((block) => block.indent < indent);
  };
  return {
    /** Ends what is not further out than this. */
    leave,
    open(indent: number, title: string): void {
      leave(indent);
      if (blocks.length < DEEPEST) blocks.push({ indent, title: title.slice(0, LONGEST_TITLE) });
    },
    /** Whether exactly this is open. */
    holds: (indent: number, title: string): boolean =>
      blocks.some((block) => block.indent === indent && block.title === title.slice(0, LONGEST_TITLE)),
    /** A name with everything it is in before it. */
    nameOf: (title: string): string => [...blocks.map((block) => block.title), title].join(' > '),
  };
}
