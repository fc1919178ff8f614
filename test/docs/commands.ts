import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of shell commands on a page. */
export interface Block {
  /** Page and line of the opening fence, for messages. */
  readonly place: string;
  readonly commands: readonly string[];
}

/** The pages people read, without the generated reference. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const readPage = (page: string): string => readFileSync(ROOT + page, 'utf8');

const FENCE = /^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm;
const SHELL = /^(sh|bash|shell|console)$/;
const PLAIN_COMMAND = /^\s*(?:\$ )?(?:assay|npm)\b/;

export function listBlocks(page: string, text: string): Block[] {
  return [...text.matchAll(FENCE)].flatMap(({ 1: language = '', 2: body = '', index }) => {
    if (!SHELL.test(language) && !(language === '' && PLAIN_COMMAND.test(body))) return [];
    const place = `${page}:${text.slice(0, index).split('\n').length}`;
    return [{ place, commands: splitCommands(body) }];
  });
}

/** The commands of a block, without comments; where prompts are shown, the other lines are output. */
export function splitCommands(body: string): string[] {
  const lines = body.split('\n');
  const prompted = lines.filter((line) => /^\s*\$ /.test(line)).map((line) => line.replace(/^\s*\$ /, ''));
  const commands: string[] = [];
  let open = '';
  for (const line of prompted.length > 0 ? prompted : lines) {
    open = open === '' ? stripComment(line) : stripComment(`${open}\n${line}`);
    if (isContinued(open)) continue;
    if (open.trim() !== '') commands.push(open.trim());
    open = '';
  }
  return open.trim() === '' ? commands : [...commands, open.trim()];
}

const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/** Hides what is quoted, at the same length. */
const maskQuotes = (text: string): string => text.replaceAll(QUOTED, (quoted) => 'x'.repeat(quoted.length));

function stripComment(text: string): string {
  const start = /(?:^|\s)#[^\n]*$/.exec(maskQuotes(text))?.index;
  return (start === undefined ? text : text.slice(0, start)).trimEnd();
}

const isContinued = (text: string): boolean => /(?:\\|\||&&)$/.test(text) || /['"]/.test(maskQuotes(text));

/** What a command or a piece of code calls: `assay COMMAND` and its options. */
export interface AssayCall {
  readonly command: string;
  readonly options: readonly string[];
}

export function listAssayCalls(text: string): AssayCall[] {
  return maskQuotes(text)
    .split(/\|\|?|&&|;|\n(?!\s)/)
    .flatMap((part) => {
      const [, command, rest = ''] =
        /(?:^\s*(?:\w+=\S+ )?|npx --no-install )assay ([a-z][a-z-]*)(.*)$/s.exec(part) ?? [];
      if (command === undefined) return [];
      // what follows `--` belongs to another program
      const [own = ''] = rest.split(/\s--\s/);
      return [{ command, options: [...own.matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([option]) => option) }];
    });
}

/** Code in a line of text that calls assay. */
export const listInlineCode = (text: string): string[] =>
  [...text.replaceAll(FENCE, '').matchAll(/`(assay [^`\n]+)`/g)].map(([, code = '']) => code);

/** The fewest blocks that have every command: one whose commands all are in others is left out. */
export function chooseBlocks(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>();
  const longest = [...blocks].sort((a, b) => b.commands.length - a.commands.length);
  const kept = longest.filter(({ commands }) => {
    const fresh = commands.some((command) => !seen.has(command));
    for (const command of commands) seen.add(command);
    return fresh;
  });
  return blocks.filter((block) => kept.includes(block));
}
