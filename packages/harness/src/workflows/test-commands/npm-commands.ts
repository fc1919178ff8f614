import { quote } from '../../machine/processes/quote.ts';

type Scripts = Readonly<Record<string, unknown>>;

// npm's default for a new package
const NO_TESTS = /no test specified/;
const DEEPEST = 3;

/** The options that make a runner name its tests. */
const RUNNERS: readonly { readonly runner: RegExp; readonly option: string }[] = [
  { runner: /\bvitest\b/, option: ' --reporter=verbose' },
  { runner: /\bjest\b/, option: ' --verbose' },
  { runner: /\bmocha\b/, option: ' --reporter spec' },
  { runner: /\b(?:ava|tape?|jasmine|uvu)\b|\bnode\b.* --test\b/, option: '' },
];

// their findings are about style and types, and a report of tests does not contain them
const LINTER =
  /^(?:npx )?(?:xo|eslint|standard|prettier|biome|tsd|publint|attw|tsc .*--noEmit|(?:npm|pnpm|yarn) (?:run )?lint)\b/;

/** The commands of a package.json for some test files or all, those whose report names the tests first. */
export function listNpmCommands(text: string, files: readonly string[] = []): string[] {
  const scripts = parseScripts(text);
  const script = scripts['test'];
  if (typeof script !== 'string' || NO_TESTS.test(script)) return [];
  const steps = expand(script, scripts).filter((step) => !LINTER.test(step));
  const named = steps.map((step) => nameTests(step, files));
  const [only = ''] = named;
  const isScript = steps.length === 1 && steps[0] === script.trim();
  const command = isScript
    ? `npm test -- ${only.slice(script.trim().length).trim()}`.replace(/ -- $/, '')
    : `npm exec -c ${quote(named.join(' && '))}`;
  return [...new Set([...(named.length === 0 ? [] : [command]), 'npm test'])];
}

// every one of these takes files as arguments
function nameTests(step: string, files: readonly string[]): string {
  const runner = RUNNERS.find((known) => known.runner.test(step));
  return runner === undefined ? step : [`${step}${runner.option}`, ...files.map(quote)].join(' ');
}

function parseScripts(text: string): Scripts {
  try {
    const scripts: unknown = JSON.parse(text)?.scripts;
    return typeof scripts === 'object' && scripts !== null ? (scripts as Scripts) : {};
  } catch {
    // npm cannot run tests of an invalid package.json
    return {};
  }
}

/** The steps of a script, with the scripts that it runs in their place. */
function expand(script: string, scripts: Scripts, depth = 0): string[] {
  return script.split('&&').flatMap((part) => {
    const step = part.trim();
    const called = scripts[/^(?:npm|pnpm|yarn) (?:run )?([\w:.-]+)$/.exec(step)?.[1] ?? ''];
    return typeof called === 'string' && depth < DEEPEST ? expand(called, scripts, depth + 1) : [step];
  });
}
