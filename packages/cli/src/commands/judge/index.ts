import { AssayError, findNearest } from '@assay/schema';
import type { Run } from '../../command.ts';
import { writeOut } from '../../terminal/output.ts';

const HELP = `Usage: assay judge calibrate LABELS [OPTIONS]
       assay judge drift [OPTIONS]
       assay judge label RUN… > labels.yaml

Compares a judge with people, and with its own earlier verdicts. A judge that agrees too rarely with people is on
probation: its verdicts are shown and marked, but do not gate runs.

  label RUN…        print a label file to fill in. RUN is a run id, a run folder, or a label
  calibrate LABELS  compare the judgments of the labeled runs with the labels, per judge
    --judge NAME    ask this judge about the runs: auto, anthropic, openai, claude-cli. To choose the model, append it
                    after a colon. Stored answers are reused
  drift             ask a judge about its anchors again and compare with its first verdicts
    --anchors FILE  add the runs of this label file to the anchors
    --judge NAME    required: the judge to ask
  --json            print one JSON document

Exit codes: 0 reliable · 1 on probation, or drifted · 2 usage or input error · 3 the judge gave no verdict
`;

const SUBCOMMANDS: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  calibrate: () => import('./calibrate.ts'),
  drift: () => import('./drift.ts'),
  label: () => import('./label.ts'),
};

export const run: Run = async (args, context) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (load === undefined) {
    const nearest = findNearest(name, Object.keys(SUBCOMMANDS));
    throw new AssayError(
      'usage',
      `expected assay judge ${Object.keys(SUBCOMMANDS).join(', ')}, found ${name || 'nothing'}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    );
  }
  return await (await load()).run(rest, context);
};
