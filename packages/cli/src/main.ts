import { COMMANDS } from './commands/index.ts';
import { endProcess } from './end-process.ts';
import { printProblem, writeOut } from './terminal/output.ts';
import { version } from './version.ts';

const INTERRUPTED = 130;
const LAST_MS = 5_000;

// Commands are loaded on demand to keep startup fast.
process.exitCode = await main(process.argv.slice(2));
// what an interrupted command left behind, such as a disk that never answers, does not keep the process
if (process.exitCode === INTERRUPTED) setTimeout(() => endProcess(INTERRUPTED), LAST_MS).unref();

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await writeOut(help());
    return 0;
  }
  if (name === '--version' || name === '-V') {
    await writeOut(`${version()}\n`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const { findNearest } = await import('@assay/schema');
    const names = COMMANDS.map((known) => known.name);
    const meant = findNearest(name, names);
    printProblem(
      `unknown command ${name}${meant === undefined ? `; the commands are ${names.join(', ')}` : ''}`,
      meant === undefined
        ? 'Run `assay --help` for a description of each command.'
        : `Did you mean \`assay ${meant}\`?`,
    );
    return 2;
  }
  stopWithLauncher();
  const { run } = await command.load();
  const { signal } = command.own_interrupts ? new AbortController() : handleInterrupts(command.graceful ?? false);
  try {
    return await run(args, { signal });
  } catch (error) {
    const { reportFailure } = await import('./failure.ts');
    return await reportFailure(error, wantsJson(args));
  }
}

function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, i) => ['--json', '--format=json'].includes(arg) || (arg === 'json' && args[i - 1] === '--format'),
  );
}

// a process that was started with a channel would otherwise survive the one that started it
function stopWithLauncher(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

// a second interrupt always exits at once
function handleInterrupts(graceful: boolean): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!graceful) return stopInterrupted('Nothing was changed. Run the command again to start over.');
      if (controller.signal.aborted)
        return stopInterrupted('It stopped before everything was finished. Run the command again.');
      controller.abort();
    });
  }
  return controller;
}

// starts on a new line because a progress line may be on the current one
function stopInterrupted(hint: string): void {
  printProblem('interrupted', hint, '\n');
  endProcess(INTERRUPTED);
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const list = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  return `assay ${version()}: runs and grades coding agents

Usage: assay COMMAND [OPTIONS]

Commands:
${list}

  assay COMMAND --help   show the options of a command
  assay --version        show the version

Exit codes: 0 yes · 1 no · 2 usage, configuration or input error · 3 infrastructure error · 130 interrupted
`;
}
