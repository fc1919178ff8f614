import { expect, test } from 'vitest';
import { mayInstall } from './may-install.ts';

const PERSON = { ci: undefined, args: [] };

test.each([
  { asked: PERSON, answer: 'y', may: true, why: 'the person agrees' },
  { asked: PERSON, answer: 'Yes ', may: true, why: 'in any spelling' },
  { asked: PERSON, answer: '', may: false, why: 'the default is no' },
  { asked: PERSON, answer: 'no', may: false, why: 'the person declines' },
  { asked: { ...PERSON, ci: 'false' }, answer: '', may: false, why: 'this is not CI' },
  { asked: { ...PERSON, ci: '1' }, may: true, why: 'CI has nobody to ask' },
  { asked: { ...PERSON, args: ['--yes'] }, may: true, why: 'the person agreed before' },
])('$why: $may', async ({ asked, answer, may }) => {
  const ask = async (question: string): Promise<string> => {
    expect(question).toBe('Install bubblewrap with apt-get? [y/N] ');
    if (answer === undefined) throw new Error('expected no question');
    return answer;
  };
  expect(await mayInstall(['bubblewrap'], { ...asked, ask })).toBe(may);
});

test('a program that runs the tests is not asked', async () => {
  expect(await mayInstall(['bubblewrap'], { ...PERSON, ask: null })).toBe(true);
});
