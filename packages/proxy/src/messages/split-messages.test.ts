import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSplitter, JUDGED_BYTES, type Piece } from './split-messages.ts';

function split(chunks: readonly Buffer[], keep?: number) {
  const pieces: Piece[] = [];
  const splitter = createSplitter({ ...(keep === undefined ? {} : { keep }), onPiece: (piece) => pieces.push(piece) });
  for (const [at, chunk] of chunks.entries()) splitter.push(chunk, at);
  splitter.end(chunks.length);
  return pieces;
}

test('splits into the same lines for any chunk boundaries', () => {
  const lines = fc.array(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, fc.array(fc.nat(40), { maxLength: 20 }), (texts, cuts) => {
      const bytes = Buffer.from(texts.join('\n'));
      const chunks: Buffer[] = [];
      let from = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(from, from + cut));
        from += cut;
      }
      chunks.push(bytes.subarray(from));
      const found = split(chunks).map((piece) => piece.bytes?.toString());
      expect(found).toEqual(texts.map((text) => Buffer.from(text).toString()).filter((text) => text !== ''));
    }),
  );
});

test('a line has the time of its last byte', () => {
  const pieces = split([Buffer.from('{"a"'), Buffer.from(':1}\n{}'), Buffer.from('\n')]);
  expect(pieces.map(({ at }) => at)).toEqual([1, 2]);
});

test('drops a message above the limit but reads its id', () => {
  const filler = Buffer.alloc(JUDGED_BYTES, 0x20);
  const chunks = [Buffer.from('{"result":{},'), filler, Buffer.from('"id":7}\n{"id":8}\n')];
  expect(split(chunks)).toEqual([
    { size: JUDGED_BYTES + 20, at: 2, bytes: null, envelope: { id: '7', method: undefined } },
    { size: 8, at: 2, bytes: Buffer.from('{"id":8}'), envelope: null },
  ]);
});

test('keeps bytes and id of a message between the read and keep limits', () => {
  const filler = Buffer.alloc(JUDGED_BYTES, 0x20);
  const [piece] = split([Buffer.from('{"id":7'), filler, Buffer.from('}\n')], JUDGED_BYTES * 2);
  expect(piece?.envelope).toEqual({ id: '7', method: undefined });
  expect(piece?.bytes?.length).toBe(JUDGED_BYTES + 8);
});

test('skips the rest of a line after a gap', () => {
  const pieces: Piece[] = [];
  const splitter = createSplitter({ onPiece: (piece) => pieces.push(piece) });
  splitter.push(Buffer.from('{"a":'), 0);
  splitter.skip(true);
  splitter.push(Buffer.from('rest}\n{"b":1}\n'), 1);
  expect(pieces.map(({ bytes }) => bytes?.toString())).toEqual(['{"b":1}']);
});
