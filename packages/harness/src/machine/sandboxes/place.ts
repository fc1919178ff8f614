import type { Place } from '../../contracts/sandbox.ts';

/** Where a sandbox puts what it is not told to put elsewhere. */
export const USUAL_PLACE: Place = {
  workspace: '/workspace',
  home: '/home/agent',
  user: 'agent',
  user_id: 1000,
  host: 'assay',
  temp: '/tmp',
  seat: 1,
  age_days: 90,
  own: '/run/start',
  lived_in: false,
};

/**
 * Draws a place as people have them, for programs that would behave only in one they know. With `other`, one that has no
 * field in common with it.
 */
export function drawPlace(entropy: (bytes: number) => Uint8Array, other?: Place): Place {
  // longer words cannot be the same
  const syllables = other === undefined ? 3 : 4;
  const word = () => [...entropy(syllables)].map((byte) => `${pick(STARTS, byte)}${pick(VOWELS, byte >> 4)}`).join('');
  const [user, host, project] = [word(), word(), word()];
  const [id = 0, seat = 0, age = 0] = entropy(3);
  return {
    workspace: `/home/${user}/${project}`,
    home: `/home/${user}`,
    user,
    user_id: other === undefined ? 1000 + (id % 8) : other.user_id + 1 + (id % 8),
    host: other === undefined ? host : `${host}-${id % 90}`,
    temp: other?.temp === '/tmp' ? `/tmp/${word()}` : '/tmp',
    seat: 100 + (seat % 150),
    // or files of the change could become older than those before it
    age_days: other?.age_days ?? 30 + age,
    own: `/run/${word()}`,
    lived_in: other !== undefined,
  };
}

/** The variables of a user who is logged in. */
export const loginVariables = ({ user, seat }: Place): Record<string, string> => ({
  ...{ LOGNAME: user, SHELL: '/bin/bash', EDITOR: 'vi', XDG_SESSION_ID: String(seat) },
  SSH_CONNECTION: `10.0.0.${seat} 5${seat} 10.0.0.1 22`,
});

/** Settings in the home of a user who works there. They change nothing. */
export const SETTINGS: Readonly<Record<string, string>> = {
  '.bashrc': 'PS1="\\w "\n',
  '.profile': 'umask 022\n',
  '.gitconfig': '[color]\n\tui = auto\n',
};

const STARTS = ['b', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o'];

const pick = (from: readonly string[], byte: number): string => from[byte % from.length] ?? '';

/** Variables in another order where a user has worked. */
export const inOrderOf = <T>({ lived_in }: Place, entries: readonly [string, T][]): [string, T][] =>
  lived_in ? entries.toReversed() : [...entries];

/** A text of a place as it would be in the usual one. */
export const sayUsualPlace = (text: string, { workspace, home }: Pick<Place, 'workspace' | 'home'>): string =>
  text.replaceAll(workspace, USUAL_PLACE.workspace).replaceAll(home, USUAL_PLACE.home);
