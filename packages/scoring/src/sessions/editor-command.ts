import type { Step } from '../heuristic/context.ts';

const EDITOR = /^(?:edit|insert|append|create)\s/;

/** Whether a command is one of the editor that SWE-agent offers inside its shell. */
export const isEditorCommand = (command: string): boolean => EDITOR.test(command);

/** The file that such a command changed, as its output names it. */
export function editedFile({ output }: Step): string | undefined {
  const text = output ?? '';
  return (/\[File: (.{1,1000}?) \(\d+ lines total\)\]/.exec(text) ??
    /\(Open file: (.{1,1000}?)\)\s/.exec(text.slice(-2000)))?.[1];
}
