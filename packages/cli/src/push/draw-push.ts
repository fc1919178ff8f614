import type { ParcelKind } from '@assay/schema';
import { formatNoun, onOneLine } from '../terminal/format.ts';
import { formatBytes } from './format-bytes.ts';
import type { Parcel } from './parcel.ts';
import type { PushResult } from './push-subjects.ts';

/** `2 runs, 1 comparison` */
function countKinds(items: readonly { readonly kind: ParcelKind }[]): string {
  const counts = Map.groupBy(items, ({ kind }) => kind);
  return [...counts].map(([kind, own]) => formatNoun(own.length, kind)).join(', ');
}

/** What would be sent, file by file. */
export function drawPreview(parcels: readonly Parcel[]): string {
  const lines = parcels.flatMap(({ kind, name, content, files, left_out }) => [
    `${kind} ${onOneLine(name)}, ${formatBytes(content.body.length)} to send`,
    ...files.map((file) => `  ${onOneLine(file.name)}  ${formatBytes(file.bytes)}${describeRedacted(file.redacted)}`),
    ...left_out.map((one) => `  ${onOneLine(one.name)}  stays here: ${one.reason}`),
  ]);
  const total = parcels.reduce((sum, { content }) => sum + content.body.length, 0);
  const summary = parcels.length === 0 ? 'Nothing to send.' : `${countKinds(parcels)}, ${formatBytes(total)} to send.`;
  return `${[...lines, `${summary} Nothing was sent.`].join('\n')}\n`;
}

function describeRedacted(redacted: readonly string[]): string {
  if (redacted.length === 0) return '';
  return `  ${formatNoun(redacted.length, 'secret')} redacted: ${[...new Set(redacted)].map(onOneLine).join(', ')}`;
}

/** What a push did, in one or two lines. */
export function drawPush({ server, sent, already, waiting }: PushResult): string {
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0);
  const lines = [
    ...(sent.length === 0 ? [] : [`Sent ${countKinds(sent)} (${formatBytes(bytes)}) to ${server}.`]),
    ...(already.length === 0 ? [] : [`Already there: ${countKinds(already)}.`]),
    ...(waiting === 0 ? [] : [`Waiting in the outbox: ${waiting}. Run \`assay push\` again to send it.`]),
  ];
  return `${(lines.length === 0 ? ['Nothing to send.'] : lines).join('\n')}\n`;
}
