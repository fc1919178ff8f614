import { COMMANDS } from './commands/index.ts';
import { isSupportedRuntime, restartOnPinnedRuntime } from './runtime.ts';
import { printProblem, writeOut } from './terminal/output.ts';
import { version } from './version.ts';

// Only what every call needs is loaded here; a command loads the rest.
process.exitCode = await main(process.argv.slice(2));

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
    printProblem(
      `unknown command ${name}: expected one of ${COMMANDS.map((known) => known.name).join(', ')}`,
      'Run `assay --help` for what each does.',
    );
    return 2;
  }
  if (!isSupportedRuntime()) return await restartOnPinnedRuntime(argv);
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

// a second interrupt always ends the process: nobody has to wait for a graceful end
function handleInterrupts(graceful: boolean): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!graceful || controller.signal.aborted) stopInterrupted();
      controller.abort();
    });
  }
  return controller;
}

// on a line of its own, after whatever progress was being shown
function stopInterrupted(): never {
  printProblem('interrupted', 'Nothing was changed; run it again to start over.', '\n');
  process.exit(130);
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const list = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  return `assay ${version()}: grades what coding agents did

Usage: assay COMMAND [OPTIONS]

Commands:
${list}

  assay COMMAND --help   what a command takes and an example
  assay --version        the version

Exit codes: 0 yes · 1 the answer is no · 2 usage, configuration or input · 3 infrastructure · 130 interrupted
`;
}
