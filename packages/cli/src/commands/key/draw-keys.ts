import type { ApiKey } from '@assay/schema/api';
import { escapeControls } from '../../terminal/output.ts';
import type { Style } from '../../terminal/style.ts';
import { drawTable } from '../../terminal/table.ts';

/** Keys as a table; revoked keys are dimmed. */
export function drawKeys(keys: readonly ApiKey[], style: Style): string {
  if (keys.length === 0) return 'No keys yet. Create one with: assay key create\n';
  const rows = keys.map(({ api_key_id, name, scopes, created_at, last_used_at, revoked_at }) => [
    api_key_id,
    escapeControls(name),
    scopes.join(','),
    day(created_at),
    revoked_at === null ? `used ${last_used_at === null ? 'never' : day(last_used_at)}` : `revoked ${day(revoked_at)}`,
  ]);
  const [, ...lines] = drawTable(['', '', '', '', ''], rows);
  return lines.map((line, index) => `${keys[index]?.revoked_at === null ? line : style.dim(line)}\n`).join('');
}

const day = (instant: string): string => instant.slice(0, 10);
