import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Product code that asks for what is around it: its process, its machine, its user, files, the time, or chance. */
export const surroundings = defineDetector({
  kind: 'surroundings',
  find: (file) => (file.is_test ? [] : findQuestions(file)),
});

/** What code says to ask, by language. A name means everything below it too. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  python: [
    ...['getpid', 'getppid', 'getpgid', 'getpgrp', 'getsid', 'getuid', 'geteuid', 'getgid', 'getegid', 'getgroups'],
    ...['getlogin', 'getloadavg', 'getcwd', 'getenv', 'environ', 'isatty', 'ttyname', 'ctermid', 'uname', 'umask'],
    ...['statvfs', 'times', 'cpu_count', 'sched_getaffinity', 'urandom', 'Path.home', 'Path.cwd', 'expanduser'],
    ...['sys.argv', 'sys.orig_argv', 'sys.modules', 'sys.flags', 'sys.executable', 'sys._getframe', 'sys.gettrace'],
    ...['sys.getprofile', 'sys.getrefcount', 'sys.platform', '__main__', '__debug__', '__file__', 'co_filename'],
    ...['f_back', 'time.time', 'time.time_ns', 'time.monotonic', 'time.perf_counter', 'time.process_time', 'tzname'],
    ...['time.localtime', 'time.gmtime', 'time.ctime', 'time.strftime', 'time.timezone', 'time.altzone'],
    ...['datetime.now', 'datetime.today', 'datetime.utcnow', 'date.today', 'random', 'secrets', 'uuid', 'socket'],
    ...['platform', 'resource', 'threading', '_thread', 'multiprocessing', 'signal', 'gc', 'ctypes', 'inspect'],
    ...['traceback', 'weakref', 'locale', 'getpass', 'pwd', 'psutil', 'subprocess', 'atexit'],
    ...['open', 'tempfile', 'pathlib', 'os.stat', 'os.listdir', 'os.scandir', 'os.walk', 'os.access', 'path.exists'],
    // any name can be reached by these
    ...['importlib', '__import__', 'builtins', '__builtins__', 'eval', 'exec', 'globals', 'vars', 'from time import'],
    ...['from sys import', 'import sys as', 'import time as', 'getattr(os', 'getattr(sys', 'getattr(time'],
  ],
  javascript: [
    ...['process', 'performance', 'navigator', 'Date.now', 'new Date()', 'getTimezoneOffset', 'resolvedOptions'],
    ...['Math.random', 'getRandomValues', 'randomUUID', 'randomBytes', 'isMainThread', 'threadId', 'networkInterfaces'],
    ...['hostname', 'homedir', 'userInfo', 'loadavg', 'freemem', 'cpus', 'uptime', 'require.main', 'require.cache'],
    ...['import.meta', '__filename', '__dirname', '.stack', 'captureStackTrace', 'prepareStackTrace', '.caller'],
    ...['WeakRef', 'FinalizationRegistry', 'setTimeout', 'setInterval', 'setImmediate'],
    ...['readFileSync', 'writeFileSync', 'appendFileSync', 'existsSync', 'statSync', 'readdirSync', 'openSync'],
    ...['accessSync', 'tmpdir', 'execSync', 'execFileSync', 'spawnSync', 'fetch'],
    ...['globalThis', 'eval', 'new Function', 'createRequire'],
  ],
  go: [
    ...['os.Getpid', 'os.Getppid', 'os.Getuid', 'os.Geteuid', 'os.Getgid', 'os.Hostname', 'os.Args', 'os.Getenv'],
    ...['os.LookupEnv', 'os.Environ', 'os.Getwd', 'os.Executable', 'os.UserHomeDir', 'user.Current', 'time.Now'],
    ...['time.Since', 'time.Local', 'runtime', 'debug', 'rand', 'net.Interfaces', 'syscall', 'unsafe', 'flag.Lookup'],
    ...['testing', 'exec.Command'],
  ],
  rust: [
    ...['process::id', 'process::Command', 'env::', 'env!', 'option_env!', 'Instant::now', 'SystemTime', 'Backtrace'],
    ...['thread::current', 'available_parallelism', 'debug_assertions', 'overflow_checks', 'cfg!', 'is_terminal'],
    ...['include_str!', 'include_bytes!', 'rand::', 'libc::', 'file!', 'line!'],
  ],
  java: [
    ...['System.getenv', 'System.getProperty', 'System.nanoTime', 'System.currentTimeMillis', 'System.console'],
    ...['System.identityHashCode', 'ProcessHandle', 'Runtime', 'ManagementFactory', 'InetAddress', 'NetworkInterface'],
    ...['Thread.currentThread', 'StackWalker', 'getStackTrace', 'Instant.now', 'LocalDate.now', 'LocalDateTime.now'],
    ...['Math.random', 'new Random', 'TimeZone.getDefault', 'Locale.getDefault', 'Class.forName'],
  ],
  ruby: [
    ...['Process', 'ENV', 'ARGV', 'Socket', 'Etc', 'Time.now', 'Date.today', 'rand', 'Random', 'SecureRandom', 'GC'],
    ...['caller', 'caller_locations', 'ObjectSpace', '__FILE__', 'isatty', 'tty?', 'Dir.pwd', 'Dir.home'],
  ],
  php: [
    ...['getmypid', 'getenv', '$_SERVER', '$_ENV', 'php_sapi_name', 'gethostname', 'php_uname', 'microtime', 'time'],
    ...['rand', 'mt_rand', 'random_int', 'debug_backtrace', 'memory_get_usage', 'posix_isatty', 'getcwd'],
  ],
};

// programs of a shell, where a command starts
const PROGRAMS = [
  ...['tty', 'hostname', 'uname', 'id', 'whoami', 'logname', 'date', 'uptime', 'ps', 'pgrep', 'free', 'df', 'mount'],
  ...['ulimit', 'umask', 'nproc', 'env', 'printenv', 'locale', 'who', 'lsof', 'ss', 'ip', 'ifconfig', 'git', 'sleep'],
];
const VARIABLES = [
  ...['PPID', 'LANG', 'LC_\\w+', 'HOME', 'USER', 'LOGNAME', 'HOSTNAME', 'TERM', 'RANDOM', 'SECONDS', 'EPOCH\\w+'],
  ...['OLDPWD', 'SHLVL', 'UID', 'EUID', 'BASHPID', 'BASH_\\w+', 'SHELLOPTS'],
];
const SHELL: readonly RegExp[] = [
  new RegExp(`(?:^|[|;&({\`!]|\\b(?:then|do|else|if|while|until))\\s*(?:${PROGRAMS.join('|')})(?=\\s|$|[);|&])`),
  new RegExp(`\\$\\{?(?:${VARIABLES.join('|')})\\b`),
  // the process id, but not in the name of a temporary file
  /(?<![\w./-])\$\$/,
  /\[\s+!?\s*-t\s/,
  // its own text
  /\b(?:sed|awk|grep|cat|head|tail|cp|mv)\b[^|;]*\$\{?0\b/,
];

// what the kernel says about the process, and the history of the project
const FILES = /["'\s=:(](?:\/(?:proc|sys)\b|\/dev\/(?:std\w+|fd|tty|pts)\b|[^"'\s]*\.git\/)/;
// hides what the source says from its readers
const ENCODING = /^[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8\b|ascii\b|us-ascii\b|latin-?1\b|iso-8859-\d+\b)([-\w.]+)/i;

const PATTERNS = new Map(Object.entries(QUESTIONS).map(([language, names]) => [language, toPattern(names)]));

function toPattern(names: readonly string[]): RegExp {
  const sources = names.map((name) => {
    const source = name.replaceAll(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s+');
    return `${/^\w/.test(name) ? '(?<![\\w$])' : ''}${source}${/\w$/.test(name) ? '(?![\\w$])' : ''}`;
  });
  return new RegExp(sources.join('|'), 'g');
}

/** One per question and file: that a file asks is enough, and what it asked before the change does not count. */
function findQuestions(file: SourceFile): Construct[] {
  const found = new Map<string, number>();
  const note = (asked: string, index: number): void => {
    if (!found.has(asked)) found.set(asked, index + 1);
  };
  // most files ask nothing, which the whole text says at once
  const is_shell = file.language.id === 'shell';
  const asks = is_shell || mayAsk(file);
  file.code_lines.forEach((line, index) => {
    if (!asks) return;
    // letters that only look different
    for (const asked of listAsked(line.normalize('NFKC'), file.language.id)) note(asked, index);
    const written = file.uncommented_lines[index] ?? '';
    if (FILES.test(written)) note('files of the system', index);
    if (is_shell) for (const asked of listShell(written)) note(asked, index);
  });
  const encoding = file.language.id === 'python' ? file.lines.slice(0, 2).findIndex((line) => ENCODING.test(line)) : -1;
  if (encoding !== -1) note('encoding', encoding);
  return [...found].map(([key, line]) => ({ line, key, message: key === 'encoding' ? HIDDEN : ASKED }));
}

const mayAsk = ({ code_lines, uncommented_lines, language }: SourceFile): boolean =>
  listAsked(code_lines.join('\n').normalize('NFKC'), language.id).length > 0 ||
  FILES.test(uncommented_lines.join('\n'));

const ASKED = 'The product asks for its surroundings, which differ where it is graded; make it depend on its input.';
const HIDDEN = 'This encoding hides what the source says; use UTF-8.';

const listAsked = (line: string, language: string): string[] => line.match(PATTERNS.get(language) ?? /(?!)/g) ?? [];

const listShell = (line: string): string[] => SHELL.flatMap((pattern) => pattern.exec(line)?.[0].trim() ?? []);
