import { chooseSandbox, type Host, planScaffold, runScenarios, type ScaffoldPlan, scaffold } from '@assay/harness';
import type { Proof } from '@assay/schema';
import type { Run } from '../command.ts';
import { createHost, wantsColor } from '../config.ts';
import { drawProofs } from '../reports/runs.ts';
import { readDuration } from '../terminal/duration-option.ts';
import { parseOptions, readSandbox } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { createRunDisplay } from '../terminal/run-display.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { version } from '../version.ts';

const HELP = `Usage: assay init [OPTIONS]

Writes a first scenario for the current repository and proves it. It finds the test command, copies the files under
version control, and plants up to three bugs that make tests fail; agents are asked to find and fix them. Hidden
questions check functions with inputs that the tests do not contain. It adds assay.config.yaml and scenarios/ and
changes no existing file.

  --plan            print what would be run, and run nothing
  --budget TIME     look for bugs no longer than this, such as 90s or 5m (default 10m)
  --no-prove        leave the proof to the first \`assay run\`
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --json            print one JSON document: {scenario, files, command, bug, bugs, asked, proof}
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values } = parseOptions(args, {
    sandbox: { type: 'string' },
    json: { type: 'boolean' },
    'no-prove': { type: 'boolean' },
    plan: { type: 'boolean' },
    budget: { type: 'string' },
  });
  const wanted = readSandbox(values.sandbox);
  const use = wanted === undefined ? {} : { use: wanted };
  const folder = process.cwd();
  if (values.plan === true) {
    const plan = await planScaffold(folder);
    await writeOut(values.json ? `${JSON.stringify(plan)}\n` : drawPlan(plan));
    return 0;
  }
  const budget_ms = readDuration('budget', values.budget);
  const host = createHost();
  const { sandbox } = await chooseSandbox({ readable: [], ...use }, []);
  const tell = (sentence: string) => process.stderr.write(`${escapeControls(sentence)}\n`);
  const made = await scaffold({ folder, budget_ms, host, sandbox, signal, onProgress: tell });
  const proofs =
    values['no-prove'] === true ? new Map<string, Proof>() : await prove(made.scenario, { host, signal, wanted });
  const proof = proofs.get(made.scenario) ?? null;
  if (values.json) await writeOut(`${JSON.stringify({ ...made, proof })}\n`);
  else {
    const style = wantsColor(process.stdout) ? COLOR : PLAIN;
    await writeOut(`${drawProofs(proofs, style)}
Written: ${made.files.map((file) => escapeControls(file.slice(folder.length + 1))).join(', ')}
Next:    assay run --agent claude-code      (\`assay doctor\` lists the agents on this machine)\n`);
  }
  return values['no-prove'] === true || proof?.proven ? 0 : 1;
};

const drawPlan = ({ install, command, found, files }: ScaffoldPlan): string =>
  `install: ${install === null ? 'nothing' : `${escapeControls(install)}, by you, first`}
tests:   ${escapeControls(command)} (${found})
files:   ${files} copied
time:    the tests run up to 40 times to find bugs, then about 60 times for the proof\n`;

interface ProveOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly wanted: ReturnType<typeof readSandbox>;
}

async function prove(scenario: string, { host, signal, wanted }: ProveOptions): Promise<ReadonlyMap<string, Proof>> {
  const display = createRunDisplay({ dry_run: false });
  const { proofs } = await runScenarios({
    folder: process.cwd(),
    scenarios: [scenario],
    agents: [],
    repeat: 1,
    label: null,
    ...(wanted === undefined ? {} : { sandbox: wanted }),
    budget_usd: null,
    prove: 'only',
    resume: false,
    dry_run: false,
    host,
    harness_version: version(),
    events: display.events,
    signal,
  }).finally(display.end);
  return proofs;
}
