const MOST_INPUTS = 150;

/** Recorded inputs, and others like them, which no test contains. The same inputs give the same result. */
export function varyInputs(recorded: readonly unknown[][]): unknown[][] {
  const known = new Set(recorded.map((input) => JSON.stringify(input)));
  const varied = interleave([...recorded.map(varyOne), mixInputs(recorded)]).filter((input) => {
    const key = JSON.stringify(input);
    return !known.has(key) && known.add(key);
  });
  return varied.slice(0, MOST_INPUTS);
}

/** The same input with another value for one argument. */
const varyOne = (input: readonly unknown[]): unknown[][] =>
  interleave(input.map((value, index) => varyValue(value).map((other) => input.with(index, other))));

/** Arguments of two calls in one. */
const mixInputs = (recorded: readonly unknown[][]): unknown[][] =>
  recorded.flatMap((input, at) => {
    const other = recorded[(at + 1) % recorded.length] ?? [];
    return input.flatMap((value, index) =>
      index < other.length && typeof value === typeof other[index] ? [input.with(index, other[index])] : [],
    );
  });

function varyValue(value: unknown, depth = 0): unknown[] {
  if (typeof value === 'number') return varyNumber(value);
  if (typeof value === 'string') return varyText(value);
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return varyList(value, depth);
  return typeof value === 'object' && value !== null && depth < DEEPEST ? varyObject(value, depth) : [];
}

const DEEPEST = 2;

const varyNumber = (value: number): number[] =>
  [value + 1, value - 1, value * 2 + 1, 0, 0 - value, Math.trunc(value / 2), value + 0.5].filter(
    (other) => Number.isSafeInteger(other) || !Number.isInteger(other),
  );

// another digit and another letter keep the shape, such as that of a date
const varyText = (value: string): string[] => [
  value.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
  value.replace(/[a-y]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)),
  `${value}${value}`,
  value.slice(0, Math.ceil(value.length / 2)),
  '',
  `${value} x1`,
  value.toUpperCase(),
  [...value].toReversed().join(''),
];

function varyList(value: readonly unknown[], depth: number): unknown[][] {
  const half = value.slice(0, Math.ceil(value.length / 2));
  const items =
    depth < DEEPEST
      ? value.flatMap((item, at) =>
          varyValue(item, depth + 1)
            .slice(0, 2)
            .map((other) => value.with(at, other)),
        )
      : [];
  return [value.toReversed(), half, [...value, ...value], [], ...items];
}

const varyObject = (value: object, depth: number): object[] =>
  Object.entries(value).flatMap(([key, item]) =>
    varyValue(item, depth + 1)
      .slice(0, 3)
      .map((other) => ({ ...value, [key]: other })),
  );

/** The first of each list, then the second of each. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
