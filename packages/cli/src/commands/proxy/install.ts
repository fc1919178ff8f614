import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  CLIENTS,
  type Edited,
  editConfig,
  installedFolder,
  type Launch,
  type McpClient,
  readChecks,
  readMode,
} from '@assay/proxy';
import { AssayError, findNearest } from '@assay/schema';
import type { Run } from '../../command.ts';
import { parseOptions } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';

/** Adds the proxy to the configuration of a client, or removes it. */
export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, {
    undo: { type: 'boolean', default: false },
    config: { type: 'string' },
    'agent-id': { type: 'string' },
    mode: { type: 'string' },
    checks: { type: 'string' },
    'latency-ref-ms': { type: 'string' },
    log: { type: 'string' },
    'assay-url': { type: 'string' },
    'api-key-file': { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  const [id, ...names] = positionals;
  const client = findClient(id);
  if (values.mode !== undefined) readMode(values.mode);
  if (values.checks !== undefined) readChecks(values.checks);
  const edited = await editConfig({
    file: values.config === undefined ? client.file() : resolve(values.config),
    places: client.places(),
    names,
    change: values.undo ? 'undo' : { wrap: createLaunch(values) },
    memory: installedFolder(),
  });
  if (values.json) await writeOut(`${JSON.stringify({ client: client.id, ...edited })}\n`);
  else await writeOut(describe(client, edited, values.undo));
  return 0;
};

function findClient(id: string | undefined): McpClient {
  const known = CLIENTS.map((client) => client.id);
  const client = CLIENTS.find((one) => one.id === id);
  if (client !== undefined) return client;
  const nearest = id === undefined ? undefined : findNearest(id, known);
  throw new AssayError(
    'usage',
    `expected assay proxy install ${known.join('|')}, found ${id ?? 'nothing'}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
}

const PASSED_ON = ['agent-id', 'mode', 'latency-ref-ms', 'assay-url'] as const;
const PASSED_ON_PATHS = ['checks', 'log', 'api-key-file'] as const;

// absolute paths: a client started from a desktop has neither this folder nor this PATH
function createLaunch(
  values: Partial<Record<(typeof PASSED_ON)[number] | (typeof PASSED_ON_PATHS)[number], string>>,
): Launch {
  const options = [
    ...PASSED_ON.map((name) => [name, values[name]] as const),
    ...PASSED_ON_PATHS.map((name) => [name, values[name] === undefined ? undefined : resolve(values[name])] as const),
  ].flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const program = realpathSync(process.argv[1] as string);
  return { command: process.execPath, args: [...process.execArgv, program, 'proxy', ...options] };
}

function describe({ title }: McpClient, { file, backup, changed, skipped }: Edited, isUndo: boolean): string {
  const done = isUndo ? 'proxy removed' : 'proxy added';
  const lines = [
    changed.length === 0 ? `Nothing to change in ${file}` : `${changed.join(', ')}: ${done}, in ${file}`,
    ...skipped.map(({ name, reason }) => `${name}: unchanged; ${reason}`),
    ...(backup === null ? [] : [`Backup: ${backup}. To remove the proxy, use --undo`]),
    ...(changed.length === 0 ? [] : [`Restart ${title} to apply the change`]),
  ];
  return `${escapeControls(lines.join('\n'))}\n`;
}
