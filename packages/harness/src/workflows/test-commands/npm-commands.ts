import { quote } from '../../machine/processes/quote.ts';

type Scripts = Readonly<Record<string, unknown>>;

// npm's default for a new package
const NO_TESTS = /no test specified/;
const DEEPEST = 3;

/** The options that make a runner name its tests, and ask for no coverage, which a few files do not reach. */
const RUNNERS: readonly { readonly runner: RegExp; readonly option: string | ((manifest: string) => string) }[] = [
  { runner: /\bvitest\b/, option: ' --reporter=verbose' },
  { runner: /\bjest\b/, option: ' --verbose --coverage=false' },
  { runner: /\bmocha\b/, option: ' --reporter spec' },
  { runner: /\btap\b/, option: stopTapCoverage },
  { runner: /\b(?:ava|tape|jasmine|uvu)\b|\bnode\b.* --test\b/, option: '' },
];

// their findings are about style, types and sizes, and a report of tests does not contain them
const LINTER =
  /^(?:xo|eslint|oxlint|standard|prettier|biome|tsd|publint|attw|size-limit|bundlesize|knip|depcheck|cspell|markdownlint\S*)\b|\s--(?:check|noEmit)(?:\s|$)/;

// after the tests, nothing needs what they make
const BUILD = /^(?:tsc|tsup|rollup|esbuild|unbuild|webpack|vite build|rimraf|del-cli|rm)\b/;

/** The commands of a package.json for some test files or all, those whose report names the tests first. */
export function listNpmCommands(text: string, files: readonly string[] = []): string[] {
  const scripts = parseScripts(text);
  const script = scripts['test'];
  if (typeof script !== 'string' || NO_TESTS.test(script)) return [];
  // npm runs this one first; some build there what the tests load
  const before = typeof scripts['pretest'] === 'string' ? expand(scripts['pretest'], scripts) : [];
  const all = [...before, ...expand(script, scripts)];
  const last = all.findLastIndex(isRunner);
  const steps = all.filter((step, at) => !LINTER.test(step) && !(last >= 0 && at > last && BUILD.test(step)));
  const named = steps.map((step) => nameTests(withoutCoverage(step), { files, manifest: text }));
  const [only = ''] = named;
  const plain = script.trim();
  const isScript =
    steps.length === 1 && only.startsWith(plain) && (files.length === 0 || withoutFiles(plain) === plain);
  const command = isScript
    ? `npm test -- ${only.slice(script.trim().length).trim()}`.replace(/ -- $/, '')
    : viaNpm(named);
  const scripted = [...(named.length === 0 ? [] : [command]), 'npm test'];
  const direct = (
    steps.some(isRunner) ? [] : DIRECT.filter((runner) => text.includes(`"${runner.split(' ')[0]}":`))
  ).map((runner) => [nameTests(runner, { files, manifest: text })]);
  if (files.length === 0) return [...new Set([...scripted, ...direct.map(viaNpm)])];
  // npm starts longer than most tests run, but finds programs that packages share
  const without = [...direct, ...(steps.some(isRunner) && !named.some((step) => UNSURE.test(step)) ? [named] : [])];
  return [...new Set([...without.map(inPlace), ...direct.map(viaNpm), ...scripted])];
}

const viaNpm = (steps: readonly string[]): string => `npm exec -c ${quote(steps.join(' && '))}`;

const inPlace = (steps: readonly string[]): string =>
  `${steps.length > 1 ? 'export ' : ''}PATH="$PWD/node_modules/.bin:$PATH"${steps.length > 1 ? ' &&' : ''} ${steps.join(' && ')}`;

// what starts programs of npm itself, or more than one
const UNSURE = /[;|&<>()`$!{}\n]|^(?:cd|npm|npx|pnpm|yarn|bun)\b/;

// a program of the repository may start them: it cannot be told which files to test, or how to report
const DIRECT = ['vitest run', 'jest', 'mocha', 'ava', 'tape'];

const isRunner = (step: string): boolean => RUNNERS.some(({ runner }) => runner.test(step));

// every one of these takes files as arguments
function nameTests(step: string, { files, manifest }: { files: readonly string[]; manifest: string }): string {
  const runner = RUNNERS.find((known) => known.runner.test(step));
  if (runner === undefined) return step;
  const option = typeof runner.option === 'string' ? runner.option : runner.option(manifest);
  return [`${files.length === 0 ? step : withoutFiles(step)}${option}`, ...files.map(quote)].join(' ');
}

function stopTapCoverage(manifest: string): string {
  const major = Number(/"tap"\s*:\s*"[^\d"]*(\d+)/.exec(manifest)?.[1] ?? 0);
  if (major >= 18) return ' --disable-coverage';
  return major >= 10 ? ' --no-coverage' : '';
}

/** Coverage costs time, and writes beside what is installed. */
function withoutCoverage(step: string): string {
  const words = splitWords(step);
  const start = words.findIndex((word) => PROGRAM.test(word));
  const own = start > 0 && /^(?:nyc|c8)$/.test(words[0] ?? '') ? words.slice(start) : words;
  const kept = own.filter((word) => !/^--coverage(?:[.=]|$)/.test(word));
  return kept.length === words.length ? step : kept.join(' ');
}

const splitWords = (step: string): readonly string[] => step.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];

const PROGRAM = /(?:^|\/)(?:vitest|jest|_?mocha|ava|tape|tap|jasmine|uvu|node)(?:\.m?js)?$/;
const KEPT = /^(?:-.*|run|watch|dev)$/;
const VALUED =
  /^(?:-[rcRutgf]|--(?:require|import|loader|experimental-loader|config|reporter|reporters|ui|timeout|testTimeout|file|ext|extension|project|env|environment|grep|testNamePattern|retries|jobs|maxWorkers|pool|slow|cwd|rootDir|root|dir|setupFiles|globalSetup|test-reporter|test-concurrency|conditions|env-file))$/;

/** A call of a runner without the files, folders and patterns it names: others take their place. */
function withoutFiles(step: string): string {
  const words = splitWords(step);
  const start = words.findIndex((word) => PROGRAM.test(word));
  return words.filter((word, at) => at <= start || KEPT.test(word) || VALUED.test(words[at - 1] ?? '')).join(' ');
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

const COVERAGE = /^(?:nyc|c8)(?:\s+-\S+)*\s+(?=(?:npm|pnpm|yarn) )/;

const CALL = /^(?:npm|pnpm|yarn) (?:-\S+ )*(?:run )?(?:-\S+ )*([\w:.-]+)$/;
const LAUNCHER =
  /^(?:npx|pnpx|bunx|(?:npm|pnpm|yarn) exec|pnpm|yarn) (?:-\S+ )*(?=(?:vitest|jest|mocha|ava|tape|tap|jasmine|uvu|node|xo|eslint|prettier|biome|tsc|tsd)\b)/;

/** The steps of a script, with the scripts that it runs in their place. */
function expand(script: string, scripts: Scripts, depth = 0): string[] {
  return script.split('&&').flatMap((part) => {
    // the program that starts another may not be installed where the tests run
    const step = part.trim().replace(COVERAGE, '').replace(LAUNCHER, '');
    const name = CALL.exec(step)?.[1] ?? '';
    if (/^lint\b/.test(name)) return [];
    const called = scripts[name];
    return typeof called === 'string' && depth < DEEPEST ? expand(called, scripts, depth + 1) : [step];
  });
}
