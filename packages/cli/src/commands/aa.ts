import { runAa } from '@assay/harness';
import type { Run } from '../command.ts';
import { wantsColour } from '../config.ts';
import { drawFalseAlarms } from '../reports/false-alarms.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';
import { RUN_OPTIONS, readPositive, readRunOptions } from '../terminal/run-options.ts';
import { COLOUR, PLAIN } from '../terminal/style.ts';
import { withRunDisplay } from '../terminal/with-run-display.ts';

const HELP = `Usage: assay aa [SCENARIO…] [OPTIONS]

Compares a configuration with itself: makes the runs of both sides once, divides them into two sides at random again
and again, and says how often they are found to differ. What it finds is kept in .assay/aa.json; a promotion can
require that it is recent.

  --agent A,B              agents by id of the configuration or by type
  --configuration REF|DIR  what steers them; otherwise what the scenarios bring
  --repeat N               runs per task and side (default 3); twice as many are made
  --trials K               so many divisions (default 1000)
  --seed TEXT              repeats another division
  --budget USD, --concurrency N, --sandbox NAME, --judge NAME, --config FILE, --no-prove   as in \`assay run\`
  --json                   one JSON document on stdout

Exit codes: 0 the rates are what they may be · 1 they are not · 2 usage or configuration · 3 no run counts
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
  const style = wantsColour(process.stdout) ? COLOUR : PLAIN;
  await writeOut(values.json ? `${JSON.stringify(result)}\n` : drawFalseAlarms(result, style));
  return result.holds ? 0 : 1;
};
