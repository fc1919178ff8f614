import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ASSAY, createFolder, proxied, readLog, scripted, startProxy, toolCall, until } from './proxy-kit.ts';

/* The proxy as a process: it passes on bytes, exits, signals and crashes of the server. */

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const ODD_BYTES = Buffer.concat([
  randomBytes(3_000_000),
  Buffer.from('\r\n{"jsonrpc": "2.0" , "id" : 12345678901234567890}\r\n\n\n'),
  // an oversized message, which is not buffered
  Buffer.alloc(12_000_000, 0x7b),
  Buffer.from('no end of a line'),
]);

test('forwards arbitrary bytes unchanged', async () => {
  await using folder = await createFolder();
  await using proxy = startProxy(proxied(folder.folder, [], ['/bin/cat']));
  proxy.child.stdin.end(ODD_BYTES);
  expect(await proxy.ended).toEqual({ code: 0, signal: null });
  expect(digest(proxy.output())).toBe(digest(ODD_BYTES));
});

test('works with a non-blocking input pipe', async () => {
  await using folder = await createFolder();
  const name = `${folder.folder}/client`;
  execFileSync('mkfifo', [name]);
  const reading = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(name, constants.O_WRONLY);
  const [program = '', ...args] = proxied(folder.folder, [], ['/bin/cat']);
  const child = spawn(program, args, { stdio: [reading, 'pipe', 'inherit'] }) as ChildProcessByStdio<
    null,
    Readable,
    null
  >;
  closeSync(reading);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  for (const word of ['one', 'two']) {
    writeSync(writing, `${word}\n`);
    await until(() => said.endsWith(`${word}\n`));
  }
  closeSync(writing);
  await once(child, 'close');
  expect(said).toBe('one\ntwo\n');
});

test.each(['observe', 'gate'])('stays alive if the server closes its output but keeps running: %s', async (mode) => {
  await using folder = await createFolder();
  const server = `echo '{"jsonrpc":"2.0","method":"last"}'; exec >&-; read line; exit 6`;
  await using proxy = startProxy(proxied(folder.folder, ['--mode', mode], ['sh', '-c', server]));
  await once(proxy.child.stdout, 'end');
  expect(proxy.child.exitCode).toBeNull();
  proxy.send({});
  expect(await proxy.ended).toEqual({ code: 6, signal: null });
  expect(proxy.messages()).toMatchObject([{ method: 'last' }]);
});

test('exits with the server even if a child of the server keeps the pipe open', async () => {
  await using folder = await createFolder();
  // runs until the test ends
  const left = `exec 2>&-; while [ -d ${folder.folder} ]; do sleep 0.1; done; echo late`;
  const server = `(${left}) & echo last; exit 4`;
  await using proxy = startProxy(proxied(folder.folder, [], ['sh', '-c', server]));
  expect(await proxy.ended).toEqual({ code: 4, signal: null });
  expect(proxy.lines()).toEqual(['last']);
});

test('evaluates every call of a burst', async () => {
  await using folder = await createFolder();
  const server = scripted("on = ({ id }) => say({ jsonrpc: '2.0', id, result: text('hi') })");
  await using proxy = startProxy(proxied(folder.folder, [], server));
  const [count, at_once] = [20_000, 5_000];
  for (let sent = 0; sent < count; sent += at_once) {
    proxy.send(...Array.from({ length: at_once }, (_, i) => toolCall(sent + i, 'quick')));
    await until(() => proxy.output().length > 0 && proxy.lines().length === sent + at_once);
  }
  proxy.child.stdin.end();
  expect(await proxy.ended).toEqual({ code: 0, signal: null });
  const log = readLog(folder.folder);
  expect(log).toHaveLength(count);
  expect(log.every(({ kind, passed }) => kind === 'evaluation' && passed === true)).toBe(true);
});

test.each([
  { script: 'exit 7', ending: { code: 7, signal: null }, why: 'the proxy exits with the same code' },
  { script: 'kill -SEGV $$', ending: { code: null, signal: 'SIGSEGV' }, why: 'the proxy ends with the same signal' },
  { script: 'kill -KILL $$', ending: { code: null, signal: 'SIGKILL' }, why: 'the same for a kill' },
])('a server that ends with $script: $why', async ({ script, ending }) => {
  await using folder = await createFolder();
  await using proxy = startProxy(proxied(folder.folder, [], ['sh', '-c', `read line; echo complaint >&2; ${script}`]));
  proxy.send(toolCall(1, 'never'));
  expect(await proxy.ended).toEqual(ending);
  expect(proxy.stderr()).toBe('complaint\n');
  expect(readLog(folder.folder)).toMatchObject([
    { kind: 'unjudged', tool: 'never', reason: 'the server ended without an answer' },
  ]);
});

test('reports a missing program and exits 3', async () => {
  await using folder = await createFolder();
  await using proxy = startProxy(proxied(folder.folder, [], [`${folder.folder}/nothing-here`]));
  expect(await proxy.ended).toEqual({ code: 3, signal: null });
  expect(proxy.stderr()).toContain('nothing-here`: ENOENT');
});

test.each([
  { args: ['proxy'], says: 'either a command after -- or --url, found neither' },
  { args: ['proxy', 'node', 'server.js'], says: 'assay proxy -- node server.js' },
  { args: ['proxy', '--url', 'ftp://x', '--', 'cat'], says: 'found both' },
  { args: ['proxy', '--mode', 'strict', '--', 'cat'], says: 'expected --mode observe or gate, found strict' },
  { args: ['proxy', '--checks', '/no/such/file', '--', 'cat'], says: '/no/such/file cannot be read: ENOENT' },
  { args: ['proxy', 'install', 'claude-desk'], says: 'did you mean claude-desktop?' },
])('rejects $args with a hint', async ({ args, says }) => {
  await using proxy = startProxy([process.execPath, ...ASSAY, ...args]);
  expect(await proxy.ended).toMatchObject({ code: 2 });
  expect(proxy.stderr()).toContain(says);
});

test('the end of input terminates the server, then kills it if it does not exit', async () => {
  await using folder = await createFolder();
  const note = `${folder.folder}/terminated`;
  const stubborn = `trap 'touch ${note}' TERM; echo ready; while true; do sleep 0.05; done`;
  await using proxy = startProxy(proxied(folder.folder, ['--grace', '0.2'], ['sh', '-c', stubborn]));
  await until(() => proxy.lines().includes('ready'));
  proxy.child.stdin.end();
  expect(await proxy.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(existsSync(note)).toBe(true);
});

test('forwards signals to the server, which decides how it ends', async () => {
  await using folder = await createFolder();
  const polite = `trap 'echo bye; exit 5' TERM; echo ready; while true; do sleep 0.05; done`;
  await using proxy = startProxy(proxied(folder.folder, [], ['sh', '-c', polite]));
  await until(() => proxy.lines().includes('ready'));
  proxy.child.kill('SIGTERM');
  expect(await proxy.ended).toEqual({ code: 5, signal: null });
  expect(proxy.lines()).toEqual(['ready', 'bye']);
});

test('passes the environment to the server except the Assay API key', async () => {
  await using folder = await createFolder();
  const env = { ASSAY_URL: 'http://127.0.0.1:9', ASSAY_API_KEY: 'assay_sk_canary', OTHER: 'there' };
  await using proxy = startProxy(proxied(folder.folder, [], ['env']), env);
  await proxy.ended;
  expect(proxy.lines()).toContain('OTHER=there');
  expect(proxy.output().toString()).not.toContain('canary');
});

test('reports an unwritable log once, without effect on the client', async () => {
  const server = scripted("on = ({ id }) => say({ jsonrpc: '2.0', id, result: text('hi') })");
  await using proxy = startProxy([process.execPath, ...ASSAY, 'proxy', '--log', '/dev/null/log', '--', ...server]);
  proxy.send(toolCall(1, 'a'), toolCall(2, 'b'));
  await until(() => proxy.lines().length === 2);
  proxy.child.stdin.end();
  expect(await proxy.ended).toMatchObject({ code: 0 });
  expect(proxy.stderr().match(/cannot write evaluations/g)).toHaveLength(1);
});

test('an answer too large to read is logged as unjudged; the others are evaluated', async () => {
  await using folder = await createFolder();
  const server = scripted(`on = ({ id, params }) =>
    say({ result: text('x'.repeat(params.name === 'large' ? 9e6 : 9)), jsonrpc: '2.0', id })`);
  await using proxy = startProxy(proxied(folder.folder, [], server));
  proxy.send(toolCall(1, 'small'), toolCall('two', 'large'), toolCall(3, 'small'));
  await until(() => proxy.lines().length === 3);
  proxy.child.stdin.end();
  await proxy.ended;
  expect(readLog(folder.folder)).toMatchObject([
    { kind: 'evaluation', tool: 'small', passed: true },
    { kind: 'unjudged', tool: 'large', reason: 'the answer was over 8 MiB and was not read' },
    { kind: 'evaluation', tool: 'small', passed: true },
  ]);
});
