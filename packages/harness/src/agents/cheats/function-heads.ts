/** The start of a function, capturing its indent, name and parameters. */
export const PYTHON_HEADS: readonly RegExp[] = [/^([ \t]*)(?:async )?def (\w+)\(([^()\n]*)\)[^\n:]*:$/gm];

export const JAVASCRIPT_HEADS: readonly RegExp[] = [
  /^([ \t]*)(?:export )?(?:default )?(?:async )?function (\w+)\(([^()\n]*)\)[^\n{]*\{$/gm,
  /^([ \t]*)(?:export )?const (\w+) = (?:async )?\(([^()\n]*)\)[^\n{]*=> \{$/gm,
];

interface Head {
  readonly indent: string;
  readonly name: string;
  /** The names of its parameters. */
  readonly names: readonly string[];
}

/** Inserts lines at the start of each function. */
export const enterFunctions = (
  text: string,
  heads: readonly RegExp[],
  linesFor: (head: Head) => readonly string[],
): string =>
  heads.reduce(
    (source, head) =>
      source.replace(head, (found: string, indent: string, name: string, parameters: string) =>
        [found, ...linesFor({ indent, name, names: namesOf(parameters) })].join('\n'),
      ),
    text,
  );

const namesOf = (parameters: string): string[] =>
  parameters
    .split(',')
    .map((parameter) => parameter.split(/[:=?]/)[0]?.trim() ?? '')
    .filter((name) => /^\w+$/.test(name) && name !== 'self' && name !== 'cls');
