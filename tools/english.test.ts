import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Idioms that are hard to read, by what to write instead. */
const IDIOMS: Record<string, RegExp> = {
  'default: X': /\bunless told\b/i,
  'says, prints, reports': /\b(?:is|are) told\b/i,
  'a number': /\bso many\b/i,
  'its own, separate': /\bof (?:its|their|our) own\b/i,
  'included, built in': /\bcom(?:es|e|ing) along\b/i,
  available: /\bmay be had\b/i,
  'is, means, represents': /\bstand(?:s|ing)? for\b/i,
  'fix, repair': /\bmend(?:s|ed|ing)?\b/i,
  'passes, agrees': /\bis content\b/i,
  'per core, per second': /\b(?:one|once) a (?:core|second|day|run)\b/i,
  'check, read': /\blook(?:s|ed|ing)? at it\b/i,
  'again, new': /\banew\b/i,
  'a user, an agent, a program': /\bsomebody\b/i,
  'American spelling':
    /\b(?:colou|behaviou(?!r\b)|honou|favou)r|(?:summari|recogni|normali|neutrali|organi|anonymi)s(?:e|ed|es|ing)\b/i,
};

const TEXTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md', 'packages/*/README.md'];
const SOURCES = ['packages/*/{src,test}/**/*.{ts,tsx,css}', 'test/**/*.ts', 'tools/**/*.ts'];

/** Frozen or recorded: published formulas, stored migrations, questions to a judge, recordings, and this list. */
const FROZEN =
  /\.v\d+\.(?:test\.)?ts$|\/migrations\/|\/judging\/(?:text\/fence|prompt\/)|recordings\/|recorded\.test\.ts$|other-agents\.test\.ts$|english\.test\.ts$/;

test.each(['texts', 'sources'])('%s are in plain English', (kind) => {
  const found = (kind === 'texts' ? TEXTS : SOURCES)
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !FROZEN.test(path))
    .flatMap((path) =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          Object.entries(IDIOMS)
            .filter(([, idiom]) => idiom.test(line.replaceAll(/`[^`]*`/g, '')))
            .map(([instead]) => `${path}:${index + 1} write "${instead}": ${line.slice(0, 100)}`),
        ),
    );
  expect(found).toEqual([]);
});
