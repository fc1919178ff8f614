/** Table lines, each column as wide as its widest cell. `width` measures a cell. */
export function layOutTable(
  [heading, ...rows]: readonly [readonly string[], ...(readonly string[])[]],
  width: (text: string) => number,
): string[] {
  const widths = heading.map((name, i) => Math.max(...[name, ...rows.map((cells) => cells[i] ?? '')].map(width)));
  return [heading, ...rows].map((cells) =>
    cells
      .map((cell, i) => cell + ' '.repeat((widths[i] as number) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}
