import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/contracts/sandbox.ts';
import { measureFolders } from '../src/machine/processes/watch-disk.ts';
import { type Bench, eventually, LIMITS, openBench, run } from './sandbox-kit.ts';

/* The attack suite for every isolated sandbox. */

/** What a sandbox promises besides isolation. */
export interface SandboxTraits {
  /** Why it cannot be tried here. */
  readonly obstacle: string | undefined;
  /** Whether the kernel limits memory and processes. */
  readonly grouped: boolean;
  /** Whether it chooses what programs see of the system; a container shows its image, to its root. */
  readonly own_view: boolean;
  /** Whether system calls are filtered. */
  readonly filtered: boolean;
}

const MEGABYTE = 1024 * 1024;

/* Takes descriptors of the first process, attaches to it, opens its memory and its files; prints what succeeds. */
const REACH_INIT = `
import ctypes, os
call = ctypes.CDLL(None, use_errno=True).syscall
ptrace = {"x86_64": 101, "aarch64": 117}[os.uname().machine]
init = call(434, 1, 0)
ways = {f"descriptor {n}": lambda n=n: call(438, init, n, 0) >= 0 for n in range(32)}
ways["attach"] = lambda: call(ptrace, 16, 1, 0, 0) == 0
ways["seize"] = lambda: call(ptrace, 0x4206, 1, 0, 0) == 0
ways["memory"] = lambda: os.open("/proc/1/mem", os.O_RDWR) >= 0
ways["environment"] = lambda: len(open("/proc/1/environ").read()) >= 0
ways.update({f"file {n}": lambda n=n: os.open(f"/proc/1/fd/{n}", os.O_WRONLY) >= 0 for n in range(32)})
ways["binary"] = lambda: len(open(open("/proc/1/cmdline").read().split(chr(0))[0], "rb").read()) > 0
for name, way in ways.items():
    try:
        if way(): print(name)
    except OSError: pass
print("tried", len(ways))
`.trim();

/** Runs each line separately; all must fail. */
async function expectAllToFail(bench: Bench, lines: readonly string[]): Promise<void> {
  const script = lines.map((line, index) => `if (${line}) >/dev/null 2>&1; then echo ${index}; fi`).join('\n');
  const { stdout, exit_code } = await bench.bash(script);
  expect(exit_code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((index) => lines[Number(index)]),
  ).toEqual([]);
}

export function describeAttacks(sandbox: Sandbox, { obstacle, grouped, own_view, filtered }: SandboxTraits): void {
  describe.skipIf(obstacle !== undefined)(`attacks from inside ${sandbox.title} ${obstacle ?? ''}`, () => {
    describe('exhausting resources', () => {
      test('a fork bomb is limited and ends at the timeout', async () => {
        await using bench = await openBench(sandbox);
        const end = await bench.bash('bomb() { bomb | bomb & }; bomb; sleep 60', {
          timeout_ms: 2_000,
          max_output_bytes: MEGABYTE,
        });
        // without a cgroup, the next check ends it
        if (grouped) expect(['timeout', 'output']).toContain(end.ended_by);
        else expect(end).toMatchObject({ ended_by: 'memory', reason: `it ran more than ${LIMITS.pids} processes` });
        expect(await bench.session.killAll()).toBe(0);
        expect((await bench.bash('echo well')).stdout).toBe('well\n');
      }, 30_000);

      test('a memory hog is killed, and the run says why', async () => {
        await using bench = await openBench(sandbox);
        const end = await bench.bash(`exec node -e 'const all = []; for (;;) all.push(Buffer.alloc(16e6, 1))'`);
        expect(end).toMatchObject({ ended_by: 'memory', reason: 'it needed more than 512 MB of memory' });
        const { oom_kills } = await bench.session.measure();
        if (grouped) expect(oom_kills).toBeGreaterThanOrEqual(1);
        else expect(oom_kills).toBeNull();
      }, 30_000);

      test.skipIf(!grouped)(
        'files in /tmp and /dev/shm count as memory (requires cgroups)',
        async () => {
          await using bench = await openBench(sandbox);
          await bench.bash('head -c 2G /dev/zero >/tmp/a; head -c 2G /dev/zero >/dev/shm/b');
          expect((await bench.session.measure()).memory_peak_bytes).toBeLessThanOrEqual(LIMITS.memory_mb * MEGABYTE);
        },
        30_000,
      );

      test('one large file is limited', async () => {
        await using bench = await openBench(sandbox);
        expect(await bench.bash('exec head -c 200M /dev/zero >big')).toMatchObject({
          ended_by: 'disk',
          reason: expect.stringContaining('64 MB'),
        });
        expect((await lstat(join(bench.workspace, 'big'))).size).toBeLessThanOrEqual(LIMITS.disk_mb * MEGABYTE);
      });

      test('many files are limited', async () => {
        await using bench = await openBench(sandbox);
        const end = await bench.bash('for i in {1..400}; do head -c 2M /dev/zero >~/$i; sleep 0.02; done');
        expect(end).toMatchObject({ ended_by: 'disk', reason: 'workspace and home exceed 64 MB' });
        expect(await measureFolders([bench.home], Number.MAX_SAFE_INTEGER)).toBeLessThan(400 * MEGABYTE);
      }, 30_000);

      test('ten gigabytes of output are cut off and not kept', async () => {
        await using bench = await openBench(sandbox);
        let seen = 0;
        const before = process.memoryUsage().rss;
        const end = await run(bench.session, {
          command: ['bash', '-c', 'yes | head -c 10G'],
          onStdout: (chunk) => (seen += chunk.length),
        });
        expect(end.ended_by).toBe('output');
        expect(seen).toBe(256 * MEGABYTE);
        expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
      }, 60_000);
    });

    describe('attacking the machine', () => {
      test('cannot write outside its folders', async () => {
        await using bench = await openBench(sandbox);
        // the devices of a container are its own, in memory
        const private_places = own_view ? ['/dev', '/opt', '/var'] : [];
        const places = ['/', '/etc', '/usr', '/usr/bin', '/root', '/home', '/run', '/proc', '/sys', ...private_places];
        await expectAllToFail(bench, [
          ...places.map((place) => `touch ${place}/x`),
          'mkdir /x',
          `rm ${process.execPath}`,
        ]);
        expect((await bench.bash('touch x ~/x /tmp/x /dev/shm/x')).exit_code).toBe(0);
      });

      test('cannot write through links', async () => {
        await using bench = await openBench(sandbox);
        const victim = join(bench.base, 'victim');
        await writeFile(victim, 'untouched');
        await bench.bash(`ln -s ${victim} a; ln -s ../victim b; ln -s ${bench.base} c; ln -s /etc/passwd d`);
        await expectAllToFail(bench, [
          'echo x >a',
          'echo x >b',
          'echo x >c/victim',
          'echo x >d',
          'ln /etc/passwd e',
          'ln /usr/bin/env f',
        ]);
        expect(await readFile(victim, 'utf8')).toBe('untouched');
        expect(await readdir(bench.base)).toEqual(['home', 'victim', 'workspace']);
      });

      test('cannot create devices; a FIFO is only a file', async () => {
        await using bench = await openBench(sandbox);
        await expectAllToFail(bench, [
          'mknod disk b 254 0',
          'mknod mem c 1 1',
          'cat /dev/kmsg',
          'cat /dev/mem',
          'ls /dev/vda',
        ]);
        expect((await bench.bash('mkfifo pipe')).exit_code).toBe(0);
      });

      test('cannot mount or create namespaces', async () => {
        await using bench = await openBench(sandbox);
        await expectAllToFail(bench, [
          'mount -o remount,rw,bind /',
          'mount -o remount,rw,bind /usr',
          'mount -t tmpfs none /tmp',
          'umount /proc',
          ...(filtered ? ['unshare -U true', 'unshare -Ur true', 'bwrap --ro-bind / / true'] : []),
          ...(filtered ? ['bwrap --unshare-all --ro-bind / / true'] : []),
          'unshare -m true',
          'chroot / true',
          'nsenter -t 1 -m true',
        ]);
      });

      test('has no capabilities and can get none', async () => {
        await using bench = await openBench(sandbox);
        const { stdout } = await bench.bash('cat /proc/self/status');
        for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
          expect(stdout).toMatch(new RegExp(`^${set}:\\s+0+$`, 'm'));
        expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m);
        await expectAllToFail(bench, [
          'su -c true nobody',
          'sudo -n true',
          `chown ${own_view ? '0:0' : '1:1'} .`,
          'hostname other',
          'date -s 2000-01-01',
        ]);
      });

      test.skipIf(process.arch !== 'x64' || !filtered)("cannot read the operator's key rings", async () => {
        await using bench = await openBench(sandbox);
        const call = (number: number) =>
          `python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(${number}, 0, -3, 0) < 0)'`;
        await expectAllToFail(bench, [248, 249, 250, 0x40000000 + 250].map(call));
        expect((await bench.bash(call(39))).exit_code).toBe(0);
      });

      test('cannot inject arguments through the environment', async () => {
        await using bench = await openBench(sandbox);
        const end = await bench.bash('ls /host', { env: { EVIL: 'x\0--ro-bind\0/\0/host' } });
        expect(end).toMatchObject({ ended_by: 'start' });
      });

      test('cannot write to the kernel', async () => {
        await using bench = await openBench(sandbox);
        // each writes the current value back: a successful attack must not harm the machine
        const settings = ['kernel/core_pattern', 'kernel/hostname', 'vm/overcommit_memory', 'fs/protected_symlinks'];
        await expectAllToFail(bench, [
          ...settings.map((name) => `value=$(cat /proc/sys/${name}) && echo "$value" >/proc/sys/${name}`),
          'true >>/proc/sysrq-trigger',
          'true >>/proc/mtrr',
          // the root of a container may read what describes the kernel, but not its memory, messages and keys
          ...['kcore', 'kmsg', 'keys', ...(own_view ? ['slabinfo', 'vmallocinfo'] : [])].map(
            (name) => `[ -n "$(head -c 1 /proc/${name} | tr '\\0' x)" ]`,
          ),
          'echo -1000 >/proc/self/oom_score_adj',
          ...(own_view ? ['ls /sys/fs/cgroup'] : ['mkdir /sys/fs/cgroup/x', 'mkdir /sys/fs/cgroup/memory/x']),
        ]);
        // a container hides such files behind /dev/null, which can be opened
        if (!own_view) return;
        const writable =
          'find /proc -path "/proc/[0-9]*" -prune -o -path /proc/self -prune -o -type f -writable -print';
        const opened = `${writable} 2>/dev/null | while read -r file; do (true >>$file) 2>/dev/null && echo $file; done`;
        expect((await bench.bash(opened)).stdout).toBe('');
      });

      test('cannot read files of the operator', async () => {
        await using bench = await openBench(sandbox);
        const home = homedir();
        await expectAllToFail(bench, [
          'cat /etc/shadow',
          'cat /etc/gitconfig',
          'ls /etc/ssh',
          'ls /etc/ssl/private',
          'ls /var/lib',
          `ls ${bench.base}`,
          `ls ${home}/.ssh`,
          `ls ${home}/.bashrc`,
          `ls ${home}/.aws`,
        ]);
        if (!own_view) return;
        const { stdout } = await bench.bash('ls -A ~; cat /etc/passwd');
        expect(stdout).toContain('agent:x:1000');
        expect(stdout.trim().split('\n')).toHaveLength(3);
      });
    });

    describe('attacking the harness', () => {
      test('sees only its own processes and environments', async () => {
        await using bench = await openBench(sandbox);
        const { stdout } = await bench.bash(
          'echo /proc/[0-9]*; cat /proc/[0-9]*/environ | tr "\\0" "\\n"; cat /proc/1/cmdline',
        );
        expect(stdout.split('\n')[0]?.split(' ').length).toBeLessThanOrEqual(4);
        expect(stdout).not.toContain('VITEST');
        expect(stdout).not.toContain(bench.base);
      });

      test('can kill only itself', async () => {
        await using bench = await openBench(sandbox);
        const other = bench.bash('sleep 0.5; echo survived');
        await bench.bash(`kill -9 1; kill -9 ${process.pid} ${process.ppid}; kill -9 -1; kill -9 0`);
        expect((await other).stdout).toBe('survived\n');
      });

      // an image has its own init
      test.skipIf(!own_view)('cannot reach the process that reports its exit code', async () => {
        await using bench = await openBench(sandbox);
        const { stdout, exit_code } = await bench.bash(`python3 -c '${REACH_INIT}'; exit 7`);
        expect({ stdout, exit_code }).toEqual({ stdout: 'tried 69\n', exit_code: 7 });
      });

      test('has only its own descriptors', async () => {
        await using bench = await openBench(sandbox);
        const { stdout } = await bench.bash('ls -l /proc/self/fd');
        const targets = [...stdout.matchAll(/-> (.*)$/gm)].map(([, target]) => target ?? '');
        // two streams, the empty input and the listed folder; others are covered
        const known = /^(\/dev\/null|\/proc\/\d+\/fd)$/;
        expect(targets.filter((target) => !known.test(target))).toHaveLength(2);
      });

      test('has no terminal, and escape sequences are plain bytes', async () => {
        await using bench = await openBench(sandbox);
        await expectAllToFail(bench, [
          'exec 3<>/dev/tty',
          `python3 -c 'import fcntl, termios; fcntl.ioctl(0, termios.TIOCSTI, b"x")'`,
        ]);
        const escapes = '\u001b]0;title\u0007\u001b[2J\u009b31m\u001bP1;2q\u001b\\';
        expect((await bench.bash('cat', { input: escapes })).stdout).toBe(escapes);
      });

      test('cannot leave a process behind that edits files during grading', async () => {
        await using bench = await openBench(sandbox);
        const edit = 'sleep 0.3; echo tampered >graded';
        expect((await bench.bash(`(setsid bash -c '${edit}' >/dev/null 2>&1 </dev/null &); exit 0`)).exit_code).toBe(0);
        expect(
          await eventually(async () => (await bench.bash('echo /proc/[0-9]*')).stdout.split(' ').length <= 2),
        ).toBe(true);
        await bench.bash('sleep 0.6');
        expect(await readdir(bench.workspace)).toEqual([]);
      });

      test('cannot fake a sandbox failure', async () => {
        await using bench = await openBench(sandbox);
        expect(await bench.bash('echo "bwrap: execvp x: No such file" >&2; exit 1')).toMatchObject({
          ended_by: 'exit',
          exit_code: 1,
        });
        expect(await bench.bash('echo "{ \\"exit-code\\": 0 }" >&5; exit 1')).toMatchObject({
          ended_by: 'exit',
          exit_code: 1,
        });
      });
    });

    test('has no network: neither the machine, the internet nor abstract sockets', async () => {
      await using bench = await openBench(sandbox);
      const server = createHttpServer((_, response) => response.end('reached'));
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
      const abstract = createServer((socket) => socket.end('reached'));
      const name = `\0assay-test-${process.pid}`;
      await new Promise<void>((resolve) => abstract.listen(name, resolve));
      try {
        const { port } = server.address() as AddressInfo;
        const connect = (target: string) => `timeout 2 bash -c 'exec 3<>/dev/tcp/${target}'`;
        const client = `require("net").connect({ path: "\\0assay-test-${process.pid}" }).on("connect", () => process.exit(0)).on("error", () => process.exit(1))`;
        await expectAllToFail(bench, [
          connect(`127.0.0.1/${port}`),
          connect(`localhost/${port}`),
          connect('8.8.8.8/53'),
          connect('1.1.1.1/443'),
          'getent hosts example.com',
          `node -e '${client}'`,
        ]);
        expect((await bench.bash('cat /proc/net/dev')).stdout.match(/^\s*\w+:/gm)).toEqual(['    lo:']);
      } finally {
        server.close();
        abstract.close();
      }
    });
  });
}
