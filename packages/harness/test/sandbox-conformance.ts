import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/contracts/sandbox.ts';
import { listProcessesMarked } from '../src/machine/processes/process-tree.ts';
import { eventually, openBench, run } from './sandbox-kit.ts';

/* The conformance suite for every sandbox. */

const SET_BY_SANDBOX = ['HOME', 'LANG', 'PATH', 'TERM', 'TMPDIR', 'USER'];
/** Set by shells and sandboxes for their own use. */
const INCIDENTAL = [
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  'ASSAY_SANDBOX',
  'RUSTUP_HOME',
  'VOLTA_HOME',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
];

/** `start_ms`: how long a program may take to start, also on a busy machine. */
export function describeSandbox(sandbox: Sandbox, obstacle: string | undefined, start_ms = 3_000): void {
  describe.skipIf(obstacle !== undefined)(
    obstacle === undefined ? sandbox.title : `${sandbox.title}: ${obstacle}`,
    () => {
      describeRunning(sandbox);
      describeEnding(sandbox, start_ms);
      describeGateway(sandbox, start_ms);
    },
  );
}

function describeRunning(sandbox: Sandbox): void {
  test('a program ends with its exit code, and its streams are separate', async () => {
    await using bench = await openBench(sandbox);
    const end = await bench.bash('echo out; echo err >&2; exit 7');
    expect(end).toMatchObject({ exit_code: 7, signal: null, ended_by: 'exit', reason: null });
    expect(end).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
  });

  test('standard input is the given input, or empty', async () => {
    await using bench = await openBench(sandbox);
    expect((await bench.bash('cat', { input: 'some\ninput' })).stdout).toBe('some\ninput');
    expect((await bench.bash('wc -c', { input: new Uint8Array(300_000) })).stdout.trim()).toBe('300000');
    expect((await bench.bash('wc -c')).stdout.trim()).toBe('0');
    expect(await bench.bash('exec <&-; sleep 0.1; exit 3', { input: 'x'.repeat(1_000_000) })).toMatchObject({
      exit_code: 3,
    });
  });

  test('open standard input allows a conversation', async () => {
    await using bench = await openBench(sandbox);
    let heard = '';
    const execution = bench.session.start({
      command: ['bash', '-c', 'while read -r line; do echo "heard $line"; done; echo over'],
      input: 'open',
      timeout_ms: 30_000,
      onStdout: (chunk) => {
        heard += chunk;
        if (heard === 'heard one\n') execution.write('two\n');
        if (heard === 'heard one\nheard two\n') execution.endInput();
      },
    });
    execution.write('one\n');
    expect(await execution.done).toMatchObject({ exit_code: 0 });
    expect(heard).toBe('heard one\nheard two\nover\n');
  });

  test('the streams can be opened by name', async () => {
    await using bench = await openBench(sandbox);
    const end = await bench.bash('echo out >/dev/stdout; echo err >/dev/stderr; cat /dev/stdin', { input: 'in' });
    expect(end).toMatchObject({ exit_code: 0, stdout: 'out\nin', stderr: 'err\n' });
  });

  test('the environment contains only the given variables', async () => {
    await using bench = await openBench(sandbox);
    const { stdout } = await run(bench.session, { command: ['env'], env: { GIVEN: 'a b', TERM: 'xterm' } });
    const variables = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s) as [string, string]),
    );
    expect([...variables.keys()].filter((name) => !INCIDENTAL.includes(name)).sort()).toEqual(
      ['GIVEN', ...SET_BY_SANDBOX].sort(),
    );
    expect(variables.get('GIVEN')).toBe('a b');
    expect(variables.get('TERM')).toBe('xterm');
    expect(variables.get('HOME')).toBe(bench.session.home);
    expect(variables.get('PATH')).toBe(bench.session.path);
  });

  test('the working folder is the workspace, whose files are on the host', async () => {
    await using bench = await openBench(sandbox);
    await writeFile(join(bench.workspace, 'given'), 'from outside');
    const { stdout } = await bench.bash('pwd; cat given; echo from inside >made');
    expect(stdout).toBe(`${bench.session.workspace}\nfrom outside`);
    expect(await readFile(join(bench.workspace, 'made'), 'utf8')).toBe('from inside\n');
  });

  test('files of one program are visible to the next', async () => {
    await using bench = await openBench(sandbox);
    await bench.bash('echo 1 >kept; echo 2 >~/kept');
    expect((await bench.bash('cat kept ~/kept')).stdout).toBe('1\n2\n');
  });

  test('a program can be given another home', async () => {
    await using bench = await openBench(sandbox);
    const other = join(bench.base, 'other');
    await mkdir(other);
    await bench.bash('echo secret >~/file');
    const { stdout } = await bench.bash('ls -A ~; echo other >~/file', { home: other });
    expect(stdout).toBe('');
    expect(await readFile(join(other, 'file'), 'utf8')).toBe('other\n');
    expect((await bench.bash('cat ~/file')).stdout).toBe('secret\n');
  });

  test.each(['node --version', 'npm --version', 'git --version', 'python3 --version', 'bash --version'])(
    '%s',
    async (line) => {
      await using bench = await openBench(sandbox);
      expect(await bench.bash(line)).toMatchObject({ exit_code: 0, stdout: expect.stringMatching(/\d+\.\d+/) });
    },
  );

  test('the node inside is the one that runs the harness', async () => {
    await using bench = await openBench(sandbox);
    expect((await bench.bash('node --version')).stdout.trim()).toBe(process.version);
  });

  test('programs in the workspace are not on the search path', async () => {
    await using bench = await openBench(sandbox, { path: `.::relative:${process.env['PATH']}` });
    await bench.bash('for name in git node; do printf "#!/bin/sh\\necho planted" >$name; chmod +x $name; done');
    expect((await bench.bash('git --version; node --version')).stdout).not.toContain('planted');
    expect(bench.session.path.split(':').filter((entry) => !entry.startsWith('/'))).toEqual([]);
  });

  test('programs run concurrently', async () => {
    await using bench = await openBench(sandbox);
    const ends = await Promise.all(Array.from({ length: 8 }, (_, code) => bench.bash(`sleep 0.1; exit ${code}`)));
    expect(ends.map(({ exit_code }) => exit_code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
}

function describeEnding(sandbox: Sandbox, start_ms: number): void {
  test('a missing program has ended by start', async () => {
    await using bench = await openBench(sandbox);
    const end = await run(bench.session, { command: ['no-such-program', 'x'] });
    expect(end).toMatchObject({
      exit_code: null,
      ended_by: 'start',
      reason: expect.stringContaining('no-such-program'),
    });
  });

  test.each(['KILL', 'TERM', 'SEGV'] as const)('reports an end by SIG%s', async (signal) => {
    await using bench = await openBench(sandbox);
    expect(await bench.bash(`kill -${signal} $$`)).toMatchObject({
      exit_code: null,
      signal: `SIG${signal}`,
      ended_by: 'exit',
    });
  });

  test('a timeout sends TERM first, then kills everything the program started', async () => {
    await using bench = await openBench(sandbox);
    const polite = await bench.bash('trap "echo asked; exit 9" TERM; while :; do sleep 0.05; done', {
      timeout_ms: start_ms,
    });
    expect(polite).toMatchObject({
      ended_by: 'timeout',
      exit_code: 9,
      stdout: 'asked\n',
      reason: expect.stringContaining(`${start_ms} ms`),
    });
    const beats = join(bench.workspace, 'beats');
    const deaf = await bench.bash(`trap "" TERM; (trap "" TERM; setsid bash -c "${heartbeat('beats')}" &) ; sleep 60`, {
      timeout_ms: start_ms,
    });
    expect(deaf).toMatchObject({ ended_by: 'timeout', exit_code: null });
    expect(await isStill(beats)).toBe(true);
  }, 90_000);

  test('stop and abort end a program', async () => {
    await using bench = await openBench(sandbox);
    // once it runs, which takes long on a busy machine
    const execution = bench.session.start({
      command: ['bash', '-c', 'echo up; exec sleep 60'],
      timeout_ms: 60_000,
      onStdout: () => execution.stop(),
    });
    expect(await execution.done).toMatchObject({ ended_by: 'stop', signal: 'SIGTERM' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    expect(await bench.bash('sleep 60', { signal: controller.signal })).toMatchObject({ ended_by: 'stop' });
    expect(await bench.bash('echo ran', { signal: controller.signal })).toMatchObject({ ended_by: 'stop', stdout: '' });
  });

  test('too much output ends a program, and the excess is dropped', async () => {
    await using bench = await openBench(sandbox);
    const end = await bench.bash('yes', { max_output_bytes: 100_000 });
    expect(end).toMatchObject({ ended_by: 'output', reason: expect.stringContaining('100000 bytes') });
    expect(end.stdout.length).toBe(100_000);
  });

  test('killAll ends every process, however it hid', async () => {
    await using bench = await openBench(sandbox);
    const beats = join(bench.workspace, 'beats');
    const daemon = `(setsid bash -c '(${heartbeat('beats')}) >/dev/null 2>&1 </dev/null &' &)`;
    const execution = bench.session.start({ command: ['bash', '-c', `${daemon}; sleep 60`], timeout_ms: 60_000 });
    expect(await eventually(() => exists(beats))).toBe(true);
    expect(await bench.session.killAll()).toBeGreaterThanOrEqual(1);
    expect(await execution.done).toMatchObject({ ended_by: 'stop' });
    expect(await isStill(beats)).toBe(true);
    expect(await bench.session.killAll()).toBe(0);
    expect((await bench.bash('echo $(echo alive)')).stdout).toBe('alive\n');
  });

  test('killAll does not wait for processes asked to stop', async () => {
    await using bench = await openBench(sandbox);
    const execution = bench.session.start({
      command: ['bash', '-c', 'trap "" TERM; while :; do sleep 1; done'],
      timeout_ms: 60_000,
    });
    execution.stop();
    await bench.session.killAll();
    expect(await execution.done).toMatchObject({ ended_by: 'stop' });
  }, 4_500);

  test('nothing outlives a session', async () => {
    const mark = { MARK: `${process.pid}.${performance.now()}` };
    {
      await using bench = await openBench(sandbox);
      await bench.bash('(setsid sleep 1234 >/dev/null 2>&1 </dev/null &)', { env: mark });
    }
    expect(listProcessesMarked(`MARK=${mark.MARK}`)).toEqual([]);
  });

  test('measures resource use', async () => {
    await using bench = await openBench(sandbox);
    const before = await bench.session.measure();
    await bench.bash(
      `node -e 'const hog = Buffer.alloc(150e6, 1); const end = Date.now() + 300; while (Date.now() < end); console.log(hog.length)'`,
    );
    const after = await bench.session.measure();
    if (after.memory_peak_bytes === null) return;
    expect(after.memory_peak_bytes).toBeGreaterThan(150e6);
    expect(after.memory_limit_bytes).toBe(512 * 1024 * 1024);
    expect(after.oom_kills).toBe(0);
    expect((after.cpu_ms ?? 0) - (before.cpu_ms ?? 0)).toBeGreaterThan(200);
    expect(after.cpu_periods).toBeGreaterThan(0);
  });
}

function describeGateway(sandbox: Sandbox, start_ms: number): void {
  test('reaches the gateway at its address', async () => {
    await using bench = await openBench(sandbox);
    const socket = join(bench.base, 'gateway.sock');
    const server = createServer(async (request, response) => {
      let length = 0;
      for await (const chunk of request) length += chunk.length;
      response.end(`${request.url} ${length}`);
    });
    const plain = createServer((request, response) => server.emit('request', request, response));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
      const { workspace, home } = bench;
      await using connected = await openBench(sandbox, { workspace, home, gateway: { socket, url } });
      const program = `fetch('${connected.session.gateway_url}/path', { method: 'POST', body: 'x'.repeat(1e6) }).then(r => r.text()).then(t => console.log(t))`;
      const end = await run(connected.session, { command: ['node', '-e', program], input: '' });
      expect(end).toMatchObject({ stdout: '/path 1000000\n', stderr: '', exit_code: 0 });
      expect(await connected.bash('read -r line; echo "$line" >&2; exit 5', { input: 'hello\n' })).toMatchObject({
        exit_code: 5,
        stderr: 'hello\n',
      });
      expect(await connected.bash('sleep 60', { timeout_ms: start_ms })).toMatchObject({
        ended_by: 'timeout',
        signal: 'SIGTERM',
      });
      expect((await run(connected.session, { command: ['no-such-program'] })).exit_code ?? 127).toBe(127);
    } finally {
      server.close();
      plain.close();
    }
  });
}

const heartbeat = (file: string): string => `while :; do echo >>${file}; sleep 0.02; done`;

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

// nobody writes to the file any more: waits for twenty heartbeats
async function isStill(file: string): Promise<boolean> {
  const before = await readFile(file, 'utf8');
  await new Promise((resolve) => setTimeout(resolve, 400));
  return before === (await readFile(file, 'utf8'));
}
