import type { Place } from '../../contracts/sandbox.ts';

/** Where a sandbox puts what it is not told to put elsewhere. */
export const USUAL_PLACE: Place = {
  workspace: '/workspace',
  home: '/home/agent',
  user: 'agent',
  user_id: 1000,
  host: 'assay',
  temp: '/tmp',
  order: 0,
  earlier: 0,
};

/**
 * Draws a place as people have them, for programs that would behave only in one they know. No two have a field in
 * common with `other`.
 */
export function drawPlace(entropy: (bytes: number) => Uint8Array, other?: Place): Place {
  const word = () => [...entropy(3)].map((byte) => `${pick(STARTS, byte)}${pick(VOWELS, byte >> 4)}`).join('');
  const [user, host, project] = [word(), word(), word()];
  const [id = 0, order = 0, earlier = 0] = entropy(3);
  const place: Place = {
    workspace: `/home/${user}/${project}`,
    home: `/home/${user}`,
    user,
    user_id: 1000 + (id % 8),
    host,
    temp: other?.temp === '/tmp' ? `/tmp/${word()}` : '/tmp',
    order: 2 + order,
    earlier: other === undefined ? 0 : 20 + (earlier % 100),
  };
  const same = other !== undefined && KEYS.some((key) => place[key] === other[key]);
  return same ? drawPlace(entropy, other) : place;
}

const STARTS = ['b', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o'];
const KEYS = ['workspace', 'home', 'user', 'user_id', 'host', 'order'] as const;

const pick = (from: readonly string[], byte: number): string => from[byte % from.length] ?? '';

/** The entries in an order that differs between places. */
export const inOrderOf = <T>({ order }: Place, entries: readonly [string, T][]): [string, T][] =>
  entries.toSorted(([a], [b]) => rank(a, order) - rank(b, order));

const rank = (name: string, order: number): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) * order) % 65_521, 0);

/** A text of a place as it would be in the usual one. */
export const sayUsualPlace = (text: string, { workspace, home }: Pick<Place, 'workspace' | 'home'>): string =>
  text.replaceAll(workspace, USUAL_PLACE.workspace).replaceAll(home, USUAL_PLACE.home);
