import { checkMachine, type MachineCheck } from '@assay/harness';
import type { Run } from '../command.ts';
import { createHost, wantsColor } from '../config.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { COLOR, PLAIN, type Style } from '../terminal/style.ts';
import { version } from '../version.ts';

const HELP = `Usage: assay doctor [--json]

Shows what is installed on this machine, what is missing, and how to get it. Starts and changes nothing.

Exit codes: 0 ready to run · 3 something that every run needs is missing
`;

const TITLES = { needed: 'Needed', sandbox: 'Sandboxes', agent: 'Agents', judge: 'Judges' } as const;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values } = parseOptions(args, { json: { type: 'boolean' } });
  const findings = await checkMachine(createHost());
  const ready =
    findings.every(({ group, ok }) => group !== 'needed' || ok) &&
    findings.some(({ group, name, ok }) => group === 'sandbox' && name !== 'cgroups' && ok);
  if (values.json) await writeOut(`${JSON.stringify({ ready, findings })}\n`);
  else await writeOut(draw(findings, { ready, style: wantsColor(process.stdout) ? COLOR : PLAIN }));
  return ready ? 0 : 3;
};

function draw(findings: readonly MachineCheck[], { ready, style }: { ready: boolean; style: Style }): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const line = ({ name, ok, detail, fix }: MachineCheck): string => {
    const mark = ok ? style.good('✓') : style.dim('·');
    const text = `  ${mark} ${name.padEnd(width)}  ${escapeControls(detail)}`;
    return fix === null ? text : `${text}\n    ${' '.repeat(width)}  ${style.dim(`→ ${escapeControls(fix)}`)}`;
  };
  const groups = Object.entries(TITLES).map(([group, title]) => {
    const own = findings.filter((finding) => finding.group === group);
    // installed ones first: most people have two of twenty agents
    return [style.bold(title), ...own.toSorted((a, b) => Number(b.ok) - Number(a.ok)).map(line)].join('\n');
  });
  const verdict = ready ? style.good('Ready to run.') : style.bad('Not ready to run yet: see above.');
  return `assay ${version()}\n\n${groups.join('\n\n')}\n\n${verdict}\n`;
}
