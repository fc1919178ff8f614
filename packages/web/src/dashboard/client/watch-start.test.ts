import { expect, test } from 'vitest';
import { watchStart } from './watch-start.ts';

const answer = (...pieces: string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
    { status: 200, headers: { 'x-kept': 'yes' } },
  );

const watch = async (response: Response, size: number) => {
  const starts: string[] = [];
  const onStart = async (start: Uint8Array) => void starts.push(new TextDecoder().decode(start));
  const watched = await watchStart(async () => response, { size, onStart })('http://127.0.0.1');
  return { text: await watched.text(), kept: watched.headers.get('x-kept'), starts };
};

test('the start of a long answer is passed on once, and the answer stays whole', async () => {
  expect(await watch(answer('ab', 'cde', 'fg'), 4)).toEqual({ text: 'abcdefg', kept: 'yes', starts: ['abcd'] });
  expect(await watch(answer('abcdefg'), 7)).toEqual({ text: 'abcdefg', kept: 'yes', starts: ['abcdefg'] });
});

test('a short answer and an error have no start', async () => {
  expect(await watch(answer('abc'), 4)).toEqual({ text: 'abc', kept: 'yes', starts: [] });
  expect((await watch(new Response('not found', { status: 404 }), 4)).starts).toEqual([]);
});
