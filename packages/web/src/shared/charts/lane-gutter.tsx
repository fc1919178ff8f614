/** The lanes that pass through a row, with a dot on the active one. */
export function LaneGutter({ columns, passing, own }: { columns: number; passing: number; own: number }) {
  const numbers = Array.from({ length: columns }, (_, column) => column);
  return (
    <span className="lanes" aria-hidden="true">
      {numbers.map((column) => (
        <span
          key={column}
          className="lane"
          data-column={column}
          data-passing={(passing & (1 << column)) !== 0 || undefined}
          data-own={column === own || undefined}
        />
      ))}
    </span>
  );
}
