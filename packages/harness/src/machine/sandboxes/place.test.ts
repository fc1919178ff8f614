import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawPlace, inOrderOf, sayUsualPlace } from './place.ts';

test('no two places of a run have a path, user, host or folder in common', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
      let at = 0;
      const entropy = (count: number) => {
        at += count;
        return bytes.slice(at - count, at);
      };
      const here = drawPlace(entropy);
      const elsewhere = drawPlace(entropy, here);
      for (const key of ['workspace', 'home', 'user', 'user_id', 'host', 'temp', 'own', 'lived_in'] as const)
        expect(elsewhere[key]).not.toBe(here[key]);
      // what is newer in one place is newer in the other
      expect(elsewhere.age_days).toBe(here.age_days);
      for (const { workspace, home } of [here, elsewhere]) expect(workspace.startsWith(`${home}/`)).toBe(true);
      expect(
        inOrderOf(here, [
          ['A', '1'],
          ['B', '2'],
        ]),
      ).not.toEqual(
        inOrderOf(elsewhere, [
          ['A', '1'],
          ['B', '2'],
        ]),
      );
    }),
  );
});

test('an output is the same in every place', () => {
  const say = (workspace: string, home: string) =>
    sayUsualPlace(`${workspace}/test/a.js: no ${home}/.cache`, { workspace, home });
  expect(say('/home/kalo/beri', '/home/kalo')).toBe('/workspace/test/a.js: no /home/agent/.cache');
  expect(say('/srv/app', '/root')).toBe(say('/home/kalo/beri', '/home/kalo'));
});
