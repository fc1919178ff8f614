/* A harness to be killed: opens a session of the sandbox named by its argument and starts daemons in it. */
import { createSandboxes } from '../src/machine/sandboxes/index.ts';
import { openBench } from './sandbox-kit.ts';

const [, , id, seconds] = process.argv;
const sandbox = createSandboxes({ readable: [] }).find((each) => each.id === id);
if (sandbox === undefined) throw new Error(`expected a sandbox, found ${id}`);
const bench = await openBench(sandbox);
const daemon = `(setsid sleep ${seconds} >/dev/null 2>&1 </dev/null &)`;
bench.session.start({
  command: ['bash', '-c', `${daemon}; ls -l /proc/self/fd; echo started; sleep ${seconds}`],
  timeout_ms: 600_000,
  onStdout: (chunk) => process.stdout.write(chunk),
});
console.log(`base ${bench.base}`);
