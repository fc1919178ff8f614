import type { FileEdit } from './plan-install.ts';

const CONTEXT = 2;

/** A planned edit as the lines it adds and removes. */
export function drawEdit({ file, before, after }: FileEdit): string {
  if (before === after) return `${file}: no change\n`;
  if (after === null) return `${file}: deleted\n`;
  const [old, now] = [linesOf(before ?? ''), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const lines = [
    ...now.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...now.slice(now.length - end, now.length - end + CONTEXT).map((line) => `  ${line}`),
  ];
  return `${file}:${before === null ? ' new' : ''}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined);
