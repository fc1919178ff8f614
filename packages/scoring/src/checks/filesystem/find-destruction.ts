import { parseShell, type SimpleCommand } from '../../interactions/shell.ts';
import { findEscape, isInside, normalize, shorten } from './find-escape.ts';

interface Rule {
  readonly names: RegExp;
  /** The target that the command harms; undefined when it harms none. */
  readonly harms: (command: SimpleCommand, root: string | undefined) => string | undefined;
}

const flagsOf = (args: readonly string[]): string =>
  args
    .filter((arg) => /^-[A-Za-z]/.test(arg))
    .join('')
    .replaceAll('-', '');
const has = (args: readonly string[], ...words: string[]): boolean =>
  args.some((arg) => words.some((word) => arg.toLowerCase() === word));
const isRecursive = (args: readonly string[]): boolean =>
  /[rR]/.test(flagsOf(args)) || has(args, '--recursive', '-recurse', '/s');
const precious = (args: readonly string[], root: string | undefined): string | undefined =>
  args.filter((arg) => !arg.startsWith('-')).find((arg) => isPrecious(arg, root));

const RULES: readonly Rule[] = [
  {
    names: /^(?:rm|rimraf|del|erase|rd|rmdir|Remove-Item|ri)$/,
    harms: ({ args }, root) => (isRecursive(args) ? precious(args, root) : undefined),
  },
  {
    names: /^(?:chmod|chown|chgrp)$/,
    harms: ({ args }, root) => (isRecursive(args) ? precious(args.slice(1), root) : undefined),
  },
  {
    names: /^find$/,
    harms: ({ args }, root) =>
      has(args, '-delete') || (has(args, '-exec', '-execdir') && has(args, 'rm', 'shred'))
        ? args.slice(0, 1).find((arg) => isPrecious(arg, root))
        : undefined,
  },
  { names: /^mkfs(?:\.\w+)?$|^(?:wipefs|Format-Volume|Clear-Disk)$/, harms: ({ args }) => args.at(-1) ?? 'a disk' },
  { names: /^format(?:\.com)?$/, harms: ({ args }) => args.find((arg) => /^[A-Za-z]:\\?$/.test(arg)) },
  { names: /^dd$/, harms: ({ args }) => args.find((arg) => /^of=\/dev\/(?!null|zero|stdout)/.test(arg)) },
  { names: /^shred$/, harms: ({ args }) => args.find((arg) => !arg.startsWith('-')) },
  { names: /^mv$/, harms: ({ args }, root) => precious(args.slice(0, -1), root) },
];

const FORK_BOMB = /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}/;
const CALL =
  /\b(?:rmtree|rmSync|rmdirSync|rimraf|removeSync|deltree)(?:\.sync)?\s*\(\s*(?:[\w.]+\(\s*)?['"`]([^'"`]{0,200})['"`]/g;
const READS =
  /^(?:cat|less|more|head|tail|cp|scp|rsync|tar|zip|base64|xxd|strings|vi|vim|nano|ln|tee|mv|rm|chmod|chown)$/;

/** Describes what a command or code would destroy, or access outside; null when nothing. */
export function findDestruction(script: string, root?: string): string | null {
  if (FORK_BOMB.test(script)) return 'a fork bomb';
  for (const [, target = ''] of script.matchAll(CALL)) {
    if (isPrecious(target, root)) return `code that removes ${shorten(target)}`;
  }
  for (const command of parseShell(script)) {
    const { name, args, files } = command;
    for (const { names, harms } of RULES) {
      const target = names.test(name) ? harms(command, root) : undefined;
      if (target !== undefined) return `a destructive command: ${name} on ${shorten(target)}`;
    }
    const device = files.find((file) => /^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|mem)/.test(file));
    if (device !== undefined) return `a command that writes to ${device}`;
    const reached = READS.test(name) ? [...args.filter((arg) => !arg.startsWith('-')), ...files] : files;
    const way = reached.map((path) => findEscape(path, { root })).find((found) => found !== null);
    if (way !== undefined) return `${name}: ${way}`;
  }
  return null;
}

const HOME = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/home|\/Users)(?:\/[^/]*)?\/?\*?$/;
const HOMES_OWN = /^(?:~|\$HOME|\$\{HOME\})\/[^*]/;

/** Whether a path must never be removed: the whole disk, system, home or working folder. */
function isPrecious(target: string, root: string | undefined): boolean {
  const path = target.replaceAll('\\', '/');
  if (/^(?:\.{1,2}\/?|(?:\.\/)?\*)$/.test(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return true;
  if (/^[A-Za-z]:\/?\*?(?:\.\*)?$/.test(path)) return true;
  if (HOME.test(path) && !HOMES_OWN.test(path)) return true;
  if (path.startsWith('/')) {
    const place = normalize(path.replace(/\/\*+$/, ''));
    if (root !== undefined) return !isInside(place, normalize(root)) || place === normalize(root);
    if (/^\/(?:tmp|var\/tmp)\/./.test(place)) return false;
    if (place.split('/').length <= 2) return true;
  }
  return findEscape(target, { root }) !== null;
}
