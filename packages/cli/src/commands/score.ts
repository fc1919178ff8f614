import { AssayError, PROBLEMS, parseStrictJson } from '@assay/schema';
import { FORMULAS, type Formula, findFormulas, score } from '@assay/scoring';
import type { Run } from '../command.ts';
import { readStdin } from '../terminal/input.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, printProblem, writeOut } from '../terminal/output.ts';

/** `assay score FORMULA[@VERSION]`: stdout is always one JSON document. */
export const run: Run = async (args) => {
  try {
    const { reference, wants } = readArguments(args);
    if (wants === 'help') return await show(reference === undefined ? overview() : explain(findFormulas(reference)));
    if (reference === undefined) throw new AssayError('usage', 'the name of a formula is missing');
    const formula = findFormulas(reference).at(-1) as Formula;
    if (wants === 'example') return await show(format(formula.example));
    return await answer(evaluate(reference, parseStrictJson(await readStdin())));
  } catch (error) {
    return await answer(failed(error));
  }
};

function readArguments(args: readonly string[]): {
  reference: string | undefined;
  wants: 'score' | 'help' | 'example';
} {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h' },
    example: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 1) {
    throw new AssayError('usage', `expected one formula, found ${positionals.join(' ')}; the input is read from stdin`);
  }
  return { reference: positionals[0], wants: values.help ? 'help' : values.example ? 'example' : 'score' };
}

interface Answer {
  readonly document: unknown;
  readonly problems: readonly Found[];
}

/** A problem, with the index of the item in a list. */
interface Found {
  readonly problem: AssayError;
  readonly item?: number;
}

function evaluate(reference: string, data: unknown): Answer {
  if (!Array.isArray(data)) return attempt(reference, data);
  const answers = data.map((item) => attempt(reference, item));
  const problems = answers.flatMap(({ problems: [found] }, item) => (found ? [{ ...found, item }] : []));
  return { document: answers.map(({ document }) => document), problems };
}

function attempt(reference: string, item: unknown): Answer {
  try {
    return { document: score(reference, item), problems: [] };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Answer {
  const problem =
    error instanceof AssayError
      ? error
      : new AssayError('internal', error instanceof Error ? error.message : String(error), { cause: error });
  const { code, message, path } = problem;
  return { document: { error: { code, message, path: path ?? '' } }, problems: [{ problem }] };
}

async function answer({ document, problems }: Answer): Promise<number> {
  await show(format(document));
  for (const { problem, item } of problems.slice(0, SHOWN)) {
    printProblem(`${item === undefined ? '' : `item ${item}: `}${problem.message}`, PROBLEMS[problem.code].help);
  }
  if (problems.length > SHOWN) process.stderr.write(`assay: and ${problems.length - SHOWN} more items\n`);
  return Math.max(0, ...problems.map(({ problem }) => problem.exit_code));
}

const SHOWN = 3;

async function show(text: string): Promise<number> {
  await writeOut(text);
  return 0;
}

const format = (document: unknown): string =>
  `${process.stdout.isTTY ? escapeControls(JSON.stringify(document, null, 2)) : JSON.stringify(document)}\n`;

function overview(): string {
  const latest = [...Map.groupBy(FORMULAS, ({ id }) => id).values()];
  const width = Math.max(...FORMULAS.map(({ id }) => id.length));
  const list = latest.map((versions) => {
    const { id, description } = versions.at(-1) as Formula;
    return `  ${id.padEnd(width)}  ${versions
      .map(({ version }) => version)
      .join(', ')
      .padEnd(7)}  ${description}`;
  });
  return `Usage: assay score FORMULA[@VERSION] < input.json

Computes a formula on a JSON document from stdin. An object gives one result; an array gives an array of results.
An item that cannot be scored becomes {"error": {code, message, path}}, and the exit code is 2.

Formulas and their versions (default: the newest version that accepts the input):
${list.join('\n')}

  assay score FORMULA --help      show the input and output of a formula
  assay score FORMULA --example   print an example input

Try: assay score scorecard --example | assay score scorecard
`;
}

function explain(versions: readonly Formula[]): string {
  const { id, title, description, example } = versions.at(-1) as Formula;
  return `${title}: assay score ${id}, version ${versions.map(({ version }) => version).join(' or ')}

${description}

Example input:
${JSON.stringify(example, null, 2)}

Example output:
${JSON.stringify(score(id, example), null, 2)}
`;
}
