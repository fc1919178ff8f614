/* A harness to be killed: starts a program in a container of the image named by its argument. */
import { createDocker } from '../src/machine/sandboxes/docker.ts';
import { openBench } from './sandbox-kit.ts';

const bench = await openBench(createDocker({ image: process.argv[2] }));
bench.session.start({
  command: ['sh', '-c', 'echo started; sleep 600'],
  timeout_ms: 600_000,
  onStdout: (chunk) => process.stdout.write(chunk),
});
console.log(`base ${bench.base}`);
