import type { ScorerConfig } from '@assay/schema';
import { quote } from '../../../machine/processes/quote.ts';
import { NODE } from './drivers/node.ts';
import { PROGRAM } from './drivers/program.ts';
import { PYTHON } from './drivers/python.ts';

/* The drivers load the code under test and answer for it. They know the inputs and nothing of what is expected. */

type Ask = ScorerConfig<'answers'>['ask'];

/** The command that asks, for a shell. */
export function formatAsk(ask: Ask): string {
  if (typeof ask === 'string') return ask;
  if ('python' in ask) return `exec python3 -c ${quote(PYTHON)} ${quote(ask.python)}`;
  if ('node' in ask) return `exec node --input-type=module -e ${quote(NODE)} ${quote(ask.node)}`;
  return `exec node --input-type=module -e ${quote(PROGRAM)} -- ${quote(JSON.stringify(ask.program))}`;
}

/** The same in a process that looks like that of another program; undefined for a command, which starts its own. */
export function formatAskAgain(ask: Ask): string | undefined {
  if (typeof ask === 'string') return undefined;
  if ('python' in ask)
    return formatScript('python3', { name: 'service.py', text: PYTHON, asked: [ask.python, 'hold'] });
  if ('node' in ask) return formatScript('node', { name: 'service.mjs', text: NODE, asked: [ask.node, 'hold'] });
  return formatScript('node', { name: 'service.mjs', text: PROGRAM, asked: [JSON.stringify(ask.program)] });
}

interface Script {
  readonly name: string;
  readonly text: string;
  readonly asked: readonly string[];
}

const formatScript = (interpreter: string, { name, text, asked }: Script): string =>
  `folder=$(mktemp -d) && printf %s ${quote(text)} > "$folder/${name}" && exec ${interpreter} "$folder/${name}" ${asked.map(quote).join(' ')}`;
