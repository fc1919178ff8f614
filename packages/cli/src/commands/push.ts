import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { findSessions } from '@assay/transcripts';
import type { Run } from '../command.ts';
import { homeFolder, stateFolder } from '../config.ts';
import { helpFor } from '../failure.ts';
import { readOwnPrices } from '../imported-prices.ts';
import { drawPreview, drawPush } from '../push/draw-push.ts';
import { findMade, findSubjects, type Subject } from '../push/find-subjects.ts';
import { openOutbox } from '../push/outbox.ts';
import { type PushOptions, type PushResult, packSubjects, pushSubjects } from '../push/push-subjects.ts';
import { chooseServer } from '../server/choose-server.ts';
import { parseOptions } from '../terminal/options.ts';
import { printProblem, writeOut } from '../terminal/output.ts';
import { parseSince } from './grade/options.ts';

const HELP = `Usage: assay push [RUN|SESSION…] [OPTIONS]

Sends runs, sessions, comparisons and proofs to an Assay server. Names are run ids, labels, comparison ids, session ids,
files or folders (default: the runs, comparisons and proofs of this folder). What could not be sent earlier is sent
first.

Secrets are replaced before anything leaves this machine. Each content is stored once, however often it is sent. If the
server cannot be reached, everything waits in the outbox and is sent by the next push.

  --dry-run         show what would be sent: names, sizes and what was redacted. Sends nothing
  --since WHEN      send the sessions on this machine changed since a date or within a period: 2026-11-01, 7d, 12h
  --workspace ID    workspace to store it in (default: the one of the login, otherwise the first)
  --url URL         server (default: ASSAY_URL, otherwise the one of \`assay login\`)
  --json            print one JSON document: {server, sent, already, failures, waiting}

Exit codes: 0 everything is on the server · 2 usage error, or something was refused · 3 the server cannot be reached or
refuses the key; what was not sent waits
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    'dry-run': { type: 'boolean' },
    since: { type: 'string' },
    workspace: { type: 'string' },
    url: { type: 'string' },
    json: { type: 'boolean' },
  });
  const subjects = await findAll(positionals, values.since);
  const prices = await readOwnPrices(process.cwd());
  const options = { url: values.url, workspace_id: values.workspace, prices, signal };
  return values['dry-run']
    ? await preview(subjects, { ...options, json: values.json ?? false })
    : await push(subjects, { ...options, json: values.json ?? false });
};

type Options = PushOptions & { readonly json: boolean };

async function findAll(names: readonly string[], since: string | undefined): Promise<Subject[]> {
  const folder = process.cwd();
  const places = { folder, root: join(folder, '.assay'), home: homeFolder() };
  const named = names.length === 0 && since === undefined ? await findMade(places) : await findSubjects(names, places);
  if (since === undefined) return named;
  const since_ms = parseSince(since, Date.now());
  const sessions = (await findSessions(places.home)).filter(({ modified_ms }) => modified_ms >= since_ms);
  return [...named, ...sessions.map(({ path }) => ({ kind: 'session', path }) as const)];
}

async function preview(subjects: readonly Subject[], { json, ...options }: Options): Promise<number> {
  const { parcels, failures } = await packSubjects(subjects, options);
  const items = parcels.map(({ kind, name, files, left_out, content }) => ({
    ...{ kind, name, files, left_out },
    bytes: content.body.length,
  }));
  const waiting = await countWaiting(options.url);
  if (json) await writeOut(`${JSON.stringify({ items, failures: failures.map(describe), waiting })}\n`);
  else {
    await writeOut(drawPreview(parcels));
    if (waiting > 0) await writeOut(`Waiting in the outbox from earlier: ${waiting}.\n`);
    for (const { name, error } of failures) printProblem(`${name}: ${error.message}`, helpFor(error.code));
  }
  return failures.length > 0 ? 2 : 0;
}

// a preview needs no server
async function countWaiting(url: string | undefined): Promise<number> {
  try {
    const outbox = await openOutbox(stateFolder(), { url: chooseServer(url).url, now: Date.now });
    return (await outbox.list()).length;
  } catch (error) {
    if (error instanceof AssayError && error.code === 'usage') return 0;
    throw error;
  }
}

async function push(subjects: readonly Subject[], { json, ...options }: Options): Promise<number> {
  const result = await pushSubjects(subjects, options);
  const { server, sent, already, failures, waiting, obstacle } = result;
  if (json) {
    const shown = { server, sent: sent.map(summarize), already, failures: failures.map(describe), waiting };
    await writeOut(`${JSON.stringify(obstacle === null ? shown : { ...shown, error: toError(obstacle) })}\n`);
  } else await writeOut(drawPush(result));
  for (const { kind, name, error } of failures) printProblem(`${kind} ${name}: ${error.message}`, helpFor(error.code));
  if (obstacle !== null) printProblem(obstacle.message, helpFor(obstacle.code));
  if (obstacle !== null) return obstacle.exit_code;
  return failures.length > 0 ? 2 : 0;
}

const summarize = ({ kind, name, bytes, digest }: PushResult['sent'][number]) => ({ kind, name, bytes, digest });

const describe = ({ kind, name, error }: PushResult['failures'][number]) => ({ kind, name, error: toError(error) });

const toError = ({ code, message, path = '' }: AssayError) => ({ code, message, path });
