import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { saveSessions } from './save-sessions.ts';

const FOLDER = '.agent/sessions';
const SECRET = 'sk-canary-5f2b9d1c7e3a';

/** A home as the script leaves it, next to private files of the operator. */
async function keep(script: string, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  using scratch = scratchFolder();
  const [home, into] = [join(scratch.path, 'home'), join(scratch.path, 'kept')];
  putFiles(join(scratch.path, 'operator'), { id_rsa: 'PRIVATE', 'more/deep.txt': 'PRIVATE' });
  putFiles(home, files);
  shell(home, script);
  const left_out = await saveSessions([FOLDER], { home, into, redactor: createRedactor(new Map([['KEY', SECRET]])) });
  const kept = shell(scratch.path, 'if [ -d kept ]; then cd kept; find . ! -type d | sort; fi').split('\n');
  const read = (path: string): Buffer => readFileSync(join(into, FOLDER, path));
  const content = Object.fromEntries(
    kept.filter(Boolean).map((path) => [path.slice(`./${FOLDER}/`.length), read(path.slice(`./${FOLDER}/`.length))]),
  );
  expect(Buffer.concat(Object.values(content)).toString()).not.toContain('PRIVATE');
  return { left_out, content, outside: readdirSync(join(scratch.path, 'operator')) };
}

test('saves session files at any depth, and nothing else', async () => {
  const { content, left_out } = await keep('true', {
    [`${FOLDER}/2026/11/one.jsonl`]: '{"a":1}\n',
    [`${FOLDER}/two.jsonl`]: '{}\n',
    '.agent/auth.json': 'token',
  });
  expect(Object.keys(content)).toEqual(['2026/11/one.jsonl', 'two.jsonl']);
  expect(content['2026/11/one.jsonl']?.toString()).toBe('{"a":1}\n');
  expect(left_out).toBe(0);
});

test('redacts content and names, and keeps binary data', async () => {
  const bytes = Buffer.from([0, 255, 254, 128, 10, 0]);
  const { content } = await keep('true', {
    [`${FOLDER}/state.db`]: Buffer.concat([bytes, Buffer.from(SECRET), bytes]),
    [`${FOLDER}/${SECRET}.jsonl`]: 'named',
  });
  expect(content['state.db']).toEqual(Buffer.concat([bytes, Buffer.from('[redacted KEY]'), bytes]));
  expect(Object.keys(content).toSorted()).toEqual(['[redacted KEY].jsonl', 'state.db']);
});

test.each([
  { script: `mkdir -p ${FOLDER} && ln -s ../../../operator/id_rsa ${FOLDER}/a.jsonl`, why: 'a link to a file' },
  { script: `mkdir -p ${FOLDER} && ln -s "$PWD/../operator" ${FOLDER}/more`, why: 'a link to a folder' },
  { script: 'mkdir .agent && ln -s ../../operator .agent/sessions', why: 'a link in place of the folder' },
  { script: 'ln -s ../operator .agent && mv ../operator/more ../operator/sessions', why: 'a link on the way to it' },
  { script: `mkdir -p ${FOLDER}/a && ln -s .. ${FOLDER}/a/b`, why: 'a circular link' },
  { script: `mkdir -p ${FOLDER} && mkfifo ${FOLDER}/pipe`, why: 'a FIFO, which could block forever' },
  { script: 'mkdir .agent && touch .agent/sessions', why: 'a file in place of the folder' },
  { script: 'true', why: 'nothing' },
])('saves nothing of $why', async ({ script }) => {
  const { content, outside } = await keep(script);
  expect(content).toEqual({});
  expect(outside).toHaveLength(2);
});

test('counts files that are too large or too deep, and saves the rest', async () => {
  const deep = 'name=$(printf "d%.0s" {1..200}); for i in {1..30}; do mkdir $name; cd -P $name; done';
  const { content, left_out } = await keep(`cd ${FOLDER}; truncate -s 65M huge.jsonl; (${deep})`, {
    [`${FOLDER}/a.jsonl`]: 'a',
    [`${FOLDER}/z.jsonl`]: 'z',
  });
  expect(Object.keys(content)).toEqual(['a.jsonl', 'z.jsonl']);
  expect(left_out).toBe(1);
});
