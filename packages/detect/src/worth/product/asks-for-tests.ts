import { createPhrases } from '../phrases.ts';

/** Whether code asks how it is run or built, which can tell a test from real use. */
export const asksForRunner = (text: string, literals: readonly string[]): boolean =>
  asks(text) || BUILT_FOR_TESTS.test(text) || literals.some((literal) => RUNNER_VARIABLES.test(literal));

const asks = createPhrases({
  python: [
    ...['sys.argv', 'sys.modules', 'sys._getframe', 'sys.gettrace', 'inspect.stack', 'inspect.currentframe'],
    ...['traceback.', 'PYTEST_*', 'SkipTest', 'pytest.', 'unittest.', '__debug__'],
  ],
  javascript: [
    ...['process.argv', 'process.env.NODE_*', 'process.env.VITEST*', 'process.env.JEST*', 'process.env.npm_*'],
    ...['import.meta.env', 'import.meta.vitest', '.stack', 'captureStackTrace'],
    ...['describe', 'it', 'test', 'expect', 'jest', 'vi'].flatMap((name) => [`globalThis.${name}`, `typeof ${name}`]),
    'typeof afterEach',
  ],
  go: [
    ...[
      'runtime.Caller(',
      'runtime.Callers(',
      'runtime.Stack(',
      'runtime.FuncForPC(',
      'debug.Stack(',
      'debug.PrintStack(',
    ],
    ...['flag.Lookup(', 'testing.Testing(', 'os.Args', 'os.Getenv('],
  ],
  rust: [
    ...['Backtrace::', 'thread::current().name', 'current_exe(', 'env::args(', 'option_env!'],
    ...['cfg!(test)', 'cfg(test)', 'cfg_attr(test', 'cfg(not(test)'],
    // tests are built with them, a release is not
    'debug_assertions',
  ],
  java: [
    ...['getStackTrace(', 'StackWalker', 'System.getProperty(', 'System.getenv(', 'Class.forName('],
    'desiredAssertionStatus(',
  ],
});

const BUILT_FOR_TESTS = /\benv::var(?:_os)?\("CARGO|\bcfg!\([^;]*\btest\b|\basymmetricMatch\b/;

/** What runners set in the environment of a test. */
const RUNNER_VARIABLES = /^(?:PYTEST|JEST|VITEST)_\w+$|^CARGO_(?:TARGET_TMPDIR|BIN_EXE)/;

/** Whether a text is the name of a runner, or a path to tests or to what they read. A sentence is neither. */
export const namesTests = (literal: string): boolean => !/[\s()|^$]/.test(literal) && NAMES_TESTS.test(literal);

const FOLDERS = ['tests', 'specs', '__tests__', 'testdata', 'fixtures', 'goldens', '__snapshots__', '\\.assay'];
const RUNNERS = ['pytest', 'unittest', 'jest', 'vitest', 'mocha', 'junit', 'surefire'];
const WORDS = ['tests?', 'specs?', 'fixtures?', 'goldens?', 'expected'];
const NAMES_TESTS = new RegExp(
  [
    `(?:^|[^a-z])(?:${[...FOLDERS, ...RUNNERS].join('|')})(?:$|[^a-z])`,
    // in a path or in the name of a file
    `(?:^|[^a-z])(?:${WORDS.join('|')})(?=[/\\\\._-]\\w)|[/\\\\._-](?:${WORDS.join('|')})(?:$|[^a-z])`,
    '\\.(?:golden|snap|expected|approved)$',
  ].join('|'),
  'i',
);
