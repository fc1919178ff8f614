import { findRepository } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { type RecordedDecision, readRecord } from '../../hook/record.ts';
import { formatNoun, onOneLine } from '../../terminal/format.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { drawTable } from '../../terminal/table.ts';

/** Shows and verifies what hooks decided in this repository. */
export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean', default: false } });
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals.join(' ')}`);
  const { root } = findRepository(process.cwd());
  const decisions = root === null ? [] : readRecord(root);
  const faults = decisions.filter(({ fault }) => fault !== null).length;
  if (values.json) {
    const rows = decisions.map(({ decision, fault }) => ({ ...decision, fault }));
    await writeOut(`${JSON.stringify({ decisions: rows })}\n`);
  } else await writeOut(draw(decisions, faults));
  return faults === 0 ? 0 : 1;
};

function draw(decisions: readonly RecordedDecision[], faults: number): string {
  if (decisions.length === 0) return 'No decisions in this repository yet\n';
  const rows = decisions.map(({ decision: { at, agent, event, decision, problems, reason }, fault }) => [
    at,
    agent,
    event,
    decision,
    onOneLine(fault ?? reason ?? problems.map(({ message }) => message).join('; ')),
  ]);
  const signed =
    faults === 0 ? 'All signatures are valid' : `${formatNoun(faults, 'line')} cannot be trusted: see the last column`;
  return `${drawTable(['time', 'agent', 'event', 'decision', ''], rows).join('\n')}\n${signed}\n`;
}
