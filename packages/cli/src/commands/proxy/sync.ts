import { chooseDestination, type Delivery, deliver, listLogFolders } from '@assay/proxy';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { formatNoun } from '../../terminal/format.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';

/** Sends the evaluations that proxies stored. Safe to repeat: each one counts once. */
export const run: Run = async (args, { signal }) => {
  const { values, positionals } = parseOptions(args, {
    log: { type: 'string' },
    'assay-url': { type: 'string' },
    'api-key-file': { type: 'string' },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals.join(' ')}`);
  const destination = chooseDestination({ url: values['assay-url'], key_file: values['api-key-file'] });
  if (destination === null)
    throw new AssayError('usage', 'no server or key: set ASSAY_URL and ASSAY_API_KEY, or use the options');
  const logs = values.all ? 'all' : 'unclaimed';
  const deliveries: Delivery[] = [];
  for (const folder of listLogFolders(values.log))
    deliveries.push(await deliver(folder, { destination, logs, signal }));
  if (signal.aborted) throw new AssayError('interrupted', 'interrupted; the rest stays stored and can be sent later');
  const told = addUp(deliveries);
  if (values.json) await writeOut(`${JSON.stringify(told)}\n`);
  else await writeOut(describe(told));
  const stopped = deliveries.find((one) => one.stopped !== null)?.stopped;
  if (stopped) throw new AssayError(stopped.kind === 'never' ? 'unauthorized' : 'remote_unavailable', stopped.reason);
  return 0;
};

type Told = ReturnType<typeof addUp>;

function addUp(deliveries: readonly Delivery[]) {
  const sum = (key: 'sent' | 'duplicates' | 'refused' | 'unjudged' | 'dropped' | 'others'): number =>
    deliveries.reduce((all, one) => all + one[key], 0);
  return {
    sent: sum('sent'),
    duplicates: sum('duplicates'),
    refused: sum('refused'),
    unjudged: sum('unjudged'),
    dropped: sum('dropped'),
    others: sum('others'),
    is_busy: deliveries.some(({ is_busy }) => is_busy),
  };
}

function describe({ sent, duplicates, refused, unjudged, dropped, others, is_busy }: Told): string {
  const lines = [
    `${formatNoun(sent, 'evaluation')} sent${duplicates === 0 ? '' : `, ${duplicates} of them already on the server`}`,
    ...(refused === 0 ? [] : [`${refused} rejected by the server`]),
    ...(unjudged === 0 ? [] : [`${formatNoun(unjudged, 'call')} without a verdict, stored here only`]),
    ...(dropped === 0 ? [] : [`${dropped} not stored: the logs were full`]),
    ...(others === 0
      ? []
      : [`${formatNoun(others, 'log')} for another server or key, not sent; --all sends them here`]),
    ...(is_busy ? ['Another process is sending these logs now'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
