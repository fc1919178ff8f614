import type { Line } from '../../inventory/outline.ts';

// what asserts may have another form
const ASSERTING = [
  ...[
    'assert\\w*',
    'assume\\w*',
    'expect\\w*',
    'should\\w*',
    'require',
    'self',
    'fail',
    'raises',
    'throws',
    'rejects',
    'catch',
  ],
  ...['to[A-Z]\\w*', 'is[A-Z]\\w*', 'be', '[eE]qual\\w*', 'NoError', 'Errorf?', 'Fatalf?', 'ok'],
  // how values are compared
  ...['isinstance', 'str', 'len', 'repr', 'type', 'list', 'sorted', 'String'],
];
/** Names of what asserts, and of how values are compared. */
export const ASSERTS = new RegExp(`^(?:${ASSERTING.join('|')})$`);

/** What statements call besides assertions. */
export const callsIn = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ text }) =>
    [...text.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)!?\(/gu)].flatMap(([, name = '']) =>
      ASSERTS.test(name) ? [] : [name],
    ),
  );
