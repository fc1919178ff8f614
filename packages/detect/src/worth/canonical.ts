/** Names of one thing, by library: the first is the usual one. */
const ALIASES: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  jest: [
    ['toThrow', 'toThrowError'],
    ['toHaveBeenCalled', 'toBeCalled'],
    ['toHaveBeenCalledTimes', 'toBeCalledTimes'],
    ['toHaveBeenCalledWith', 'toBeCalledWith'],
    ['toHaveBeenLastCalledWith', 'lastCalledWith'],
    ['toHaveReturned', 'toReturn'],
  ],
  unittest: [
    ['assertEqual', 'assertEquals'],
    ['assertNotEqual', 'assertNotEquals'],
    ['assertTrue', 'assert_'],
    ['assertAlmostEqual', 'assertAlmostEquals'],
    ['assertRegex', 'assertRegexpMatches'],
    ['assertRaisesRegex', 'assertRaisesRegexp'],
  ],
};

const USUAL = new Map(
  Object.values(ALIASES).flatMap((groups) =>
    groups.flatMap(([usual, ...others]) => others.map((other) => [other, usual] as const)),
  ),
);
const ALIAS = new RegExp(`\\b(?:${[...USUAL.keys()].join('|')})\\b`, 'g');

/** What a failure prints does not decide whether there is one. The group is the rest. */
const MESSAGES: readonly RegExp[] = [
  // Go
  /^(\w+\.(?:Error|Fatal|Log)f?\().*(?=\)$)/,
  // Python
  /^(assert\b.*),[fr]?"[^"]*"$/,
];

/** What may be thrown decides nothing either: who calls it fails. */
const THROWN = / ?throws [\w., ]+(?=…)/;

/** A statement in the form in which two that check the same are equal. */
export const canonical = (text: string): string =>
  MESSAGES.reduce((code, message) => code.replace(message, '$1'), text)
    .replace(THROWN, '')
    .replace(ALIAS, (name) => USUAL.get(name) ?? name);
