import type { Proof } from '@assay/schema';
import { formatNoun } from '../../terminal/format.ts';
import { escapeControls } from '../../terminal/output.ts';

/** The tasks that are not sound, with what is wrong; empty if all are. */
export function drawUnsound(proofs: ReadonlyMap<string, Proof>): string {
  const rows = [...proofs].flatMap(([scenario, { proven, trials, reason }]) => {
    if (proven) return [];
    const wrong = trials.filter(({ holds }) => !holds);
    const passed = wrong.filter(({ agent }) => !agent.startsWith('oracle')).map(({ agent }) => agent);
    const what = passed.length > 0 ? `passed by ${passed.join(', ')}` : (reason ?? '');
    return [`  ${scenario}  ${what}`];
  });
  const sound = proofs.size - rows.length;
  const table = rows.length === 0 ? '' : `\nNot sound:\n${rows.map(escapeControls).join('\n')}\n`;
  return `${table}\n${sound} of ${formatNoun(proofs.size, 'task')} sound\n`;
}
