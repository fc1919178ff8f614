import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AssayCall,
  type Block,
  chooseBlocks,
  listAssayCalls,
  listBlocks,
  listInlineCode,
  PAGES,
  readPage,
  splitCommands,
} from './docs/commands.ts';
import { type DocsProject, prepareDocsProject } from './docs/project.ts';
import { runBlock } from './docs/run-block.ts';
import { BY_HAND, EXPECTED_EXITS, ONLY_CHECKED } from './docs/tables.ts';

/* Every command on every page runs, or is listed with the reason why not. */

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const BLOCKS = PAGES.flatMap((page) => listBlocks(page, readPage(page)));
const COMMANDS = new Set(BLOCKS.flatMap(({ commands }) => commands));
const RUNNABLE = chooseBlocks(BLOCKS.filter(({ commands }) => commands.some((command) => !(command in ONLY_CHECKED))));
// these share the evaluations and keys of one server
const SERVED = RUNNABLE.filter(({ commands }) => /reputation|evaluate|verify|signing-key/.test(commands.join('\n')));

let project: DocsProject;
beforeAll(async () => {
  project = await prepareDocsProject();
}, 300_000);
afterAll(() => project[Symbol.asyncDispose]());

const runs = async (block: Block): Promise<void> => expect(await runBlock(project, block)).toEqual([]);
test.concurrent.each(RUNNABLE.filter((block) => !SERVED.includes(block)))('$place', runs);
test.each(SERVED)('$place', runs);

test.each([
  ['ONLY_CHECKED', ONLY_CHECKED],
  ['EXPECTED_EXITS', EXPECTED_EXITS],
  ['BY_HAND', BY_HAND],
])('%s lists only commands that a page has', (_, table) => {
  expect(Object.keys(table).filter((command) => !COMMANDS.has(command))).toEqual([]);
});

const readHelp = (...args: string[]): string =>
  execFileSync(process.execPath, [CLI, ...args, '--help'], { encoding: 'utf8' });

test('every command and option on a page exists', () => {
  const known = new Set([...readHelp().matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, command]) => command));
  const helps = new Map<string, Set<string>>();
  const optionsOf = (command: string): Set<string> => {
    const options = helps.get(command) ?? new Set(readHelp(command).match(/--[a-z][a-z-]*/g));
    helps.set(command, options.add('--help'));
    return options;
  };
  const explain = ({ command, options }: AssayCall): string[] =>
    known.has(command)
      ? options.filter((option) => !optionsOf(command).has(option)).map((option) => `assay ${command} has no ${option}`)
      : [`assay has no command ${command}`];
  const wrong = PAGES.flatMap((page) => {
    const text = readPage(page);
    const code = [...listBlocks(page, text).flatMap(({ commands }) => commands), ...listInlineCode(text)];
    return code
      .flatMap(listAssayCalls)
      .flatMap(explain)
      .map((words) => `${page}: ${words}`);
  });
  expect(wrong).toEqual([]);
});

test('a block is left out only if others have all its commands', () => {
  const block = (...commands: string[]) => ({ place: commands.join(), commands });
  const places = chooseBlocks([block('a'), block('a', 'b'), block('b', 'c'), block('c')]).map(({ place }) => place);
  expect(places).toEqual(['a,b', 'b,c']);
});

test('commands are read without comments and output, with the lines they continue on', () => {
  expect(splitCommands("a 'x # y'   # why\n\n# note\nb |\n  c \\\n  d\ne '{\n  \"f\": 1\n}'\n")).toEqual([
    "a 'x # y'",
    'b |\n  c \\\n  d',
    'e \'{\n  "f": 1\n}\'',
  ]);
  expect(splitCommands('$ assay check\nok\n')).toEqual(['assay check']);
  expect(listBlocks('p.md', '```yaml\na: 1\n```\n\n```\nassay check\n```\n')).toEqual([
    { place: 'p.md:5', commands: ['assay check'] },
  ]);
});
