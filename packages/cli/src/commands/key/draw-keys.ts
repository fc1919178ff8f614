import type { ApiKey } from '@assay/schema/api';
import { escapeControls } from '../../terminal/output.ts';
import type { Style } from '../../terminal/style.ts';
import { drawTable } from '../../terminal/table.ts';

/** Keys as a table; keys that no longer work are dimmed. */
export function drawKeys(keys: readonly ApiKey[], style: Style, now = new Date().toISOString()): string {
  if (keys.length === 0) return 'No keys yet. Create one with: assay key create\n';
  const hasEnded = ({ expires_at }: ApiKey): boolean => expires_at !== null && expires_at <= now;
  const describeUse = ({ last_used_at, revoked_at }: ApiKey): string =>
    revoked_at === null ? `used ${last_used_at === null ? 'never' : day(last_used_at)}` : `revoked ${day(revoked_at)}`;
  const describeExpiry = (key: ApiKey): string =>
    key.expires_at === null ? '' : `${hasEnded(key) ? 'expired' : 'expires'} ${day(key.expires_at)}`;
  const rows = keys.map((key) => [
    key.api_key_id,
    escapeControls(key.name),
    key.scopes.join(','),
    day(key.created_at),
    describeUse(key),
    describeExpiry(key),
  ]);
  const [, ...lines] = drawTable(['', '', '', '', '', ''], rows);
  return keys
    .map((key, index) => {
      const line = (lines[index] ?? '').trimEnd();
      return `${key.revoked_at === null && !hasEnded(key) ? line : style.dim(line)}\n`;
    })
    .join('');
}

const day = (instant: string): string => instant.slice(0, 10);
