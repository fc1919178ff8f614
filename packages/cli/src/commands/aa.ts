import { runAa } from '@assay/harness';
import type { Run } from '../command.ts';
import { wantsColor } from '../config.ts';
import { drawFalseAlarms } from '../reports/false-alarms.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';
import { RUN_OPTIONS, readPositive, readRunOptions } from '../terminal/run-options.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { withRunDisplay } from '../terminal/with-run-display.ts';

const HELP = `Usage: assay aa [SCENARIO…] [OPTIONS]

Compares a configuration with itself to measure the false-alarm rate. It runs the tasks once, splits the runs into two
sides at random many times, and counts how often the sides seem to differ. The result is stored in .assay/aa.json.
A promotion can require a recent one.

  --agent A,B              agents, by configuration id or by type
  --configuration REF|DIR  configuration of the agents (default: the one in the scenarios)
  --repeat N               runs per task and side (default: 3), so 2N per task
  --trials K               number of random splits (default: 1000)
  --seed TEXT              repeat earlier splits
  --budget USD, --concurrency N, --sandbox NAME, --judge NAME, --config FILE, --no-prove   as in \`assay run\`
  --json                   print one JSON document

Exit codes: 0 false-alarm rates within limits · 1 above · 2 usage or configuration error · 3 no valid run
`;

const REPEATS = '3';
const TRIALS = 1000;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    ...RUN_OPTIONS,
    configuration: { type: 'string' },
    trials: { type: 'string' },
    seed: { type: 'string' },
    'no-prove': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { label: _, ...options } = readRunOptions({ ...values, repeat: values.repeat ?? REPEATS });
  const result = await withRunDisplay({ signal, command: 'assay aa' }, (running) =>
    runAa({
      ...options,
      scenarios: positionals,
      trials: readPositive('trials', values.trials, TRIALS),
      prove: values['no-prove'] ? 'never' : 'once',
      ...(values.configuration === undefined ? {} : { configuration: values.configuration }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
      ...running,
    }),
  );
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(values.json ? `${JSON.stringify(result)}\n` : drawFalseAlarms(result, style));
  return result.holds ? 0 : 1;
};
