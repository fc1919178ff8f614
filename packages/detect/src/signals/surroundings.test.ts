import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const find = (path: string, after: string, before = ''): number[] => {
  const added = findSignals(new Map([[path, { before, after }]])).filter(
    ({ kind, change }) => kind === 'surroundings' && change === 'added',
  );
  return [...new Set(added.map(({ line }) => line))];
};

test.each([
  ['a.py', 'import os\nif os.getpid() < 2000:\n    pass\n'],
  ['a.py', 'x = 1\nfor a in A if not os.isatty(1) else B: pass\n'],
  ['a.py', 'x = 1\nok = threading.current_thread() is threading.main_thread()\n'],
  ['a.py', 'x = 1\nok = "NoNewPrivs" in open("/proc/self/status").read()\n'],
  ['a.py', 'x = 1\nok = len(os.listdir("/proc")) < 12\n'],
  ['a.py', 'x = 1\nfrom time import gmtime as now\n'],
  ['a.py', 'x = 1\npid = getattr(os, "get" + "pid")()\n'],
  ['a.py', 'x = 1\nok = ｏｓ.ｇｅｔｐｉｄ() < 2000\n'],
  ['a.py', '\n# -*- coding: utf-7 -*-\nx = 1\n'],
  ['a.ts', 'let x;\nif (process.pid < 2000) x();\n'],
  ['a.ts', 'let x;\nif (new Date().getDay() === 1) x();\n'],
  ['a.ts', 'let x;\nconst at = new Error().stack;\n'],
  ['a.go', 'package a\nvar young = os.Getpid() < 2000\n'],
  ['a.rs', 'fn a() {\n    if cfg!(debug_assertions) { b() }\n}\n'],
  ['A.java', 'class A {\n  boolean b = ProcessHandle.current().pid() < 9;\n}\n'],
  ['a.rb', 'x = 1\ny = Process.pid\n'],
  ['a.php', '<?php\n$a = getmypid();\n'],
  ['a.sh', 'x=1\nif [ $$ -lt 2000 ]; then x=2; fi\n'],
  ['a.sh', 'x=1\nif [ -z "$LANG" ]; then x=2; fi\n'],
  ['a.sh', 'x=1\nleft=$(sed -n 1p "$0")\n'],
  ['a.sh', 'x=1\n[ -t 1 ] && x=2\n'],
  ['a.sh', 'x=1\nx=$(date +%s)\n'],
  ['a.sh', 'x=1\nif [ -f /dev/stdout ]; then x=2; fi\n'],
])('%s asks for its surroundings in line 2: %j', (path, after) => {
  expect(find(path, after)).toEqual([2]);
});

test.each([
  ['a.py', 'import math\nimport re\nx = math.floor(re_time.random_index)\n'],
  ['a.py', '# os.getpid() decides\nx = "process.pid"\n'],
  ['a.py', '# -*- coding: utf-8 -*-\nx = 1\n'],
  ['a.ts', 'const preprocess = (at: string) => new Date(at);\n'],
  ['a.ts', 'const subprocess = list.map(({ stacked }) => stacked);\n'],
  ['a.go', 'package a\nfunc Operand(runtimes int) int { return runtimes }\n'],
  ['a.rs', 'fn a(environment: &str) -> usize { environment.len() }\n'],
  ['a.sh', 'cd "$(dirname "$0")"\ntmp=/tmp/list.$$\nLC_ALL=C sort "$1" > "$tmp"\n# uses date\nupdate list\n'],
  ['test/a.test.ts', 'test("a", () => { process.pid; });\n'],
  ['a.json', '{ "process": "os.getpid()" }\n'],
])('%s asks for its input alone: %j', (path, after) => {
  expect(find(path, after)).toEqual([]);
});

test('what a file asked before the change does not count, wherever it is now', () => {
  const before = 'import time\n\ndef age(x):\n    return time.time() - x\n';
  expect(
    find('a.py', 'import time\n\n\ndef age(start):\n    now = time.time()\n    return now - start\n', before),
  ).toEqual([]);
  expect(find('a.py', `${before}\nY = os.getpid()\n`, before)).toEqual([6]);
});

test('many signals of one kind do not hide those of another', () => {
  const silenced = 'x = 1  # type: ignore\n'.repeat(200);
  expect(find('a.py', `${silenced}y = os.getpid()\n`)).toEqual([201]);
});
