import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSelectedFiles, packFiles } from './sent-files.ts';

const file = (path: string, content: Uint8Array<ArrayBuffer> | string = 'x'): File =>
  Object.assign(new File([content], path.split('/').at(-1) ?? ''), { webkitRelativePath: path });

test('paths do not include the selected folder, and tool folders are ignored', () => {
  const chosen = [
    file('own/fixture/add.js'),
    file('own/.git/config'),
    file('own/node_modules/x/index.js'),
    file('own/o.patch'),
  ];
  expect(listSelectedFiles(chosen).map(({ path }) => path)).toEqual(['fixture/add.js', 'o.patch']);
});

test('packs any bytes without loss, text as text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ max: 255, maxLength: 20_000 }), async (bytes) => {
      const { x } = await packFiles([{ path: 'x', bytes: async () => bytes }]);
      const back = typeof x === 'string' ? Buffer.from(x, 'utf8') : Buffer.from(x?.base64 ?? '', 'base64');
      return Buffer.compare(back, Buffer.from(bytes)) === 0;
    }),
    { numRuns: 50 },
  );
});

test('a file may have any name', async () => {
  const files = ['__proto__', 'constructor'].map((path) => ({ path, bytes: async () => new Uint8Array([0x61]) }));
  expect(JSON.stringify(await packFiles(files))).toBe('{"__proto__":"a","constructor":"a"}');
});

test('keeps a byte order mark', async () => {
  const { x } = await packFiles([{ path: 'x', bytes: async () => new Uint8Array([0xef, 0xbb, 0xbf, 0x61]) }]);
  expect(x).toBe('\ufeffa');
});
