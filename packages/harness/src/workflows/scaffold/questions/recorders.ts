import { posix } from 'node:path';
import type { AskedFunction } from './asked-function.ts';

/* Programs that record the arguments of calls while the tests run. Only plain data can be asked again. */

const MOST_CALLS = 20_000;
const MOST_RECORDED = 60;
const LONGEST_CALL = 300;

/** Where the recorders and the recorded calls are, in the copy. */
export const RECORDING = '.assay-init';

const PYTHON = `
import json, math, os
write = os.write
file = os.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
counts, recorded, seen = {}, {}, set()
def is_plain(value, depth=0):
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return True
    if kind is int:
        return abs(value) < 2 ** 53
    if kind is float:
        return math.isfinite(value)
    if depth > 5:
        return False
    if kind is list or kind is tuple:
        return all(is_plain(item, depth + 1) for item in value)
    return kind is dict and all(type(key) is str and is_plain(item, depth + 1) for key, item in value.items())
def record(key, args):
    try:
        counts[key] = counts.get(key, 0) + 1
        if counts[key] > ${MOST_CALLS} or recorded.get(key, 0) >= ${MOST_RECORDED} or not is_plain(args):
            return
        line = json.dumps([key, args])
        if len(line) > ${LONGEST_CALL} or line in seen:
            return
        seen.add(line)
        recorded[key] = recorded.get(key, 0) + 1
        write(file, (line + "\\n").encode())
    except Exception:
        pass
`;

const NODE = `
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const stringify = JSON.stringify;
const file = join(__dirname, 'calls');
const [counts, recorded, seen] = [new Map(), new Map(), new Set()];
const isPlain = (value, depth = 0) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > 5) return false;
  if (Array.isArray(value)) return Array.from(value).every((item) => isPlain(item, depth + 1));
  const parent = Object.getPrototypeOf(value);
  const isObject = parent === null || Object.getPrototypeOf(parent) === null;
  return isObject && Object.values(value).every((item) => isPlain(item, depth + 1));
};
process.assayRecord = (key, args) => {
  try {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    while (args.length > 0 && args.at(-1) === undefined) args.pop();
    if (counts.get(key) > ${MOST_CALLS} || (recorded.get(key) ?? 0) >= ${MOST_RECORDED} || !isPlain(args)) return;
    const line = stringify([key, args]);
    if (line.length > ${LONGEST_CALL} || seen.has(line)) return;
    seen.add(line);
    recorded.set(key, (recorded.get(key) ?? 0) + 1);
    appendFileSync(file, line + '\\n');
  } catch {}
};
`;

/** The files of the recorders, by name. */
export const RECORDERS = { 'assay_calls.py': PYTHON, 'record.cjs': NODE } as const;

/** The recorders of Go packages, by path: a package cannot import what is outside of its module. */
export function listGoRecorders(functions: readonly AskedFunction[], inside: string): [path: string, text: string][] {
  const packages = new Map(
    functions.flatMap((one) => (one.package === undefined ? [] : [[posix.dirname(one.path), one.package] as const])),
  );
  return [...packages].map(([folder, name]) => [posix.join(folder, 'assay_calls.go'), formatGo(name, inside)]);
}

const formatGo = (name: string, inside: string): string => `package ${name}

import (
	assayjson "encoding/json"
	assayos "os"
	assaysync "sync/atomic"
)

var assayCalls int32

func assayRecord(key string, args ...interface{}) {
	defer func() { recover() }()
	if assaysync.AddInt32(&assayCalls, 1) > ${MOST_CALLS} {
		return
	}
	line, err := assayjson.Marshal([]interface{}{key, args})
	if err != nil || len(line) > ${LONGEST_CALL} {
		return
	}
	file, err := assayos.OpenFile(${JSON.stringify(`${inside}/${RECORDING}/calls`)}, assayos.O_APPEND|assayos.O_CREATE|assayos.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	file.Write(append(line, 10))
}
`;

/** A command whose calls are recorded. */
export const formatRecording = (command: string): string =>
  `export PYTHONPATH="$PWD/${RECORDING}" NODE_OPTIONS="--require=$PWD/${RECORDING}/record.cjs"; ${command}`;

/** The recorded arguments of each function. Those that contain a folder of the copy mean something only there. */
export function parseCalls(
  text: string,
  { without }: { readonly without: string },
): ReadonlyMap<string, readonly unknown[][]> {
  const calls = new Map<string, Map<string, unknown[]>>();
  for (const line of text.split('\n')) {
    const [key, args] = parseCall(line) ?? [];
    if (key === undefined || args === undefined || args.length === 0 || line.includes(without)) continue;
    const known = calls.get(key) ?? new Map<string, unknown[]>();
    if (known.size < MOST_RECORDED) known.set(JSON.stringify(args), args);
    calls.set(key, known);
  }
  return new Map([...calls].map(([key, known]) => [key, [...known.values()]]));
}

function parseCall(line: string): [key: string, args: unknown[]] | undefined {
  try {
    const call: unknown = JSON.parse(line);
    if (!Array.isArray(call) || typeof call[0] !== 'string' || !Array.isArray(call[1])) return undefined;
    return [call[0], call[1]];
  } catch {
    // two processes may have written at once
    return undefined;
  }
}
