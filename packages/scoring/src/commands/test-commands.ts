import { parseShell, type SimpleCommand } from '../interactions/shell.ts';
import { INTERPRETER, LINTERS, TASK_RUNNERS, TEST_RUNNERS, TYPE_CHECKERS, words } from './check-programs.ts';

/** Subcommands, scripts and targets that run tests. */
const TEST_WORD =
  /^(?:test|tests|t|check|verify|nextest|spec|e2e|ci:test|connectedCheck|integrationTest)$|^(?:(?:unit|integration|e2e|run)[-_:]?)?tests?(?:[-_:]\w+)*$|^(?::?[\w-]+:)+(?:test|check)$/;
const CHECK_WORD = /^(?:lint|build|typecheck|type-check|types|check|vet|clippy|compile)(?:[-_:]\w+)*$/;

const RUN_WORDS = words('run run-script exec task workspace workspaces -- x');
const LAUNCHERS = words('uv poetry pipenv rye pdm hatch bundle conda coverage xvfb-run dotenv cross-env c8 nyc time');
const TEST_SCRIPT =
  /(?:^|[/_-])(?:run[_-]?)?(?:all[_-]?)?tests?(?:\.(?:sh|bash|py|js|mjs|ts|rb|pl|php))?$|(?:^|\/)manage\.py$/;

/** Whether a command runs tests, judged by its words. */
export function runsTests({ name, args }: SimpleCommand, depth = 0): boolean {
  if (TEST_RUNNERS.has(name)) return !args.some((arg) => /^(?:--version|--help|-h|--collect-only|--co)$/.test(arg));
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (LAUNCHERS.has(name) && depth < 4) {
    const [first = '', ...rest] = plain[0] === 'run' || plain[0] === 'exec' ? plain.slice(1) : plain;
    if (name === 'coverage') return args.includes('-m') || TEST_SCRIPT.test(first);
    if (runsTests({ name: first.split('/').at(-1) ?? '', args: rest, files: [] }, depth + 1)) return true;
  }
  if (INTERPRETER.test(name)) {
    if (interpretsTests(args, plain)) return true;
    if (!runsPackageScript(name, plain)) return false;
  }
  if (TASK_RUNNERS.has(name)) return wordsOf(plain).some((word) => TEST_WORD.test(word));
  return TEST_SCRIPT.test(name) && name !== 'test' && name !== 'manage.py';
}

/** Whether a command tests, lints, builds or checks types. */
export function runsChecks(command: SimpleCommand): boolean {
  const { name, args } = command;
  if (runsTests(command) || TYPE_CHECKERS.has(name) || LINTERS.has(name)) return true;
  const plain = args.filter((arg) => !arg.startsWith('-'));
  return TASK_RUNNERS.has(name) && wordsOf(plain).some((word) => CHECK_WORD.test(word));
}

/** Whether a shell command line tests, lints or builds anything. */
export const hasChecks = (script: string): boolean => parseShell(script).some(runsChecks);

// `npm run test`, `yarn workspace app test`, `make -j4 lint test`
const wordsOf = (plain: readonly string[]): string[] => plain.filter((word) => !RUN_WORDS.has(word)).slice(0, 4);

// `bun run test`, `deno task test`; but `bun run test.ts` runs a file
const runsPackageScript = (name: string, plain: readonly string[]): boolean =>
  (name === 'bun' || name === 'deno') && !/\.\w+$/.test(wordsOf(plain)[0] ?? '');

function interpretsTests(args: readonly string[], plain: readonly string[]): boolean {
  if (args.includes('--test') || plain[0] === 'test') return true;
  const module = args[args.indexOf('-m') + 1];
  if (args.includes('-m') && module !== undefined) return TEST_RUNNERS.has(module) || module === 'unittest';
  const [script = ''] = plain;
  return script.endsWith('manage.py') ? plain[1] === 'test' : TEST_SCRIPT.test(script);
}
