import { AssayError, findNearest } from '@assay/schema';
import type { Run } from '../../command.ts';
import { writeOut } from '../../terminal/output.ts';

const HELP = `Usage: assay judge calibrate LABELS [OPTIONS]
       assay judge drift [OPTIONS]
       assay judge label RUN… > labels.yaml

Compares a judge with people, and with what it said before. A judge that agrees with people too little is on probation:
its verdicts are shown and marked, and gate nothing.

  label RUN…        print a file of labels to fill in; RUN is the id of a run, its folder, or the label of several
  calibrate LABELS  compare the judgments of the labelled runs with the labels, judge by judge
    --judge NAME    ask this judge about the runs instead: auto, anthropic, openai, claude-cli, with a model after a
                    colon if you like; what it answered before is not asked again
  drift             ask a judge about its anchors again and compare with what it said first
    --anchors FILE  add the runs of this file, in the form of labels, to its anchors
    --judge NAME    required: who is asked
  --json            one JSON document on stdout

Exit codes: 0 yes · 1 on probation, or drifted · 2 usage or input · 3 the judge gave no verdict
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
