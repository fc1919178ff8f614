import type { Step } from '../context.ts';
import { valueDigest } from '../digest.ts';
import { type HeuristicRule, type Remark, remark } from '../rule.ts';
import { field, textField } from '../walk.ts';

const VALUES = { necessity: 0.25, relevance: 0.25 };

/** An edit that a later one reverts: its texts swapped, or the file written as it was before. */
export const undoneEdit: HeuristicRule = {
  id: 'undone-edit',
  title: 'Edits last',
  description: 'A reverted edit is wasted work, and so is the revert.',

  judge({ steps }) {
    const swaps = createSwaps();
    const histories = new Map<string, History>();
    const undone = new Map<Step, Step>();
    for (const step of steps) {
      const [target, ...others] = step.call?.role === 'edit' && !step.failed ? step.call.targets : [];
      if (target === undefined || others.length > 0) continue;
      const history = histories.get(target) ?? { states: [], position: new Map() };
      histories.set(target, history);
      for (const earlier of [...swaps.add(step, target), ...write(history, step)])
        if (!undone.has(earlier)) undone.set(earlier, step);
    }
    return [...undone].flatMap(([step, later]): Remark[] =>
      remark(step, VALUES, { reason: `reverted in ${later.interaction.id}`, after: [later] }),
    );
  },
};

/** Matches replacements with later ones of the same texts in reverse. */
function createSwaps() {
  const open = new Map<string, Step[]>();
  const left = new Map<Step, number>();
  return {
    /** The steps whose last open replacement this step reverts. */
    add(step: Step, target: string): Step[] {
      const pairs = replacements(step.input);
      left.set(step, pairs.length);
      const closed = pairs.flatMap(([from, to]) => {
        const earlier = open.get(valueDigest([target, to, from]))?.pop();
        if (earlier === undefined) return [];
        const rest = (left.get(earlier) ?? 0) - 1;
        left.set(earlier, rest);
        return rest === 0 ? [earlier] : [];
      });
      for (const [from, to] of pairs) {
        const key = valueDigest([target, from, to]);
        const same = open.get(key);
        if (same) same.push(step);
        else open.set(key, [step]);
      }
      return closed;
    },
  };
}

const OLD = ['old_string', 'old_str', 'oldString', 'oldText', 'old_text', 'search'];
const NEW = ['new_string', 'new_str', 'newString', 'newText', 'new_text', 'replace'];

function replacements(input: unknown): [from: string, to: string][] {
  const edits = field(input, ['edits']);
  return (Array.isArray(edits) ? edits : [input]).flatMap((edit): [string, string][] => {
    const [from, to] = [textField(edit, OLD), textField(edit, NEW)];
    return from === undefined || to === undefined || from === to ? [] : [[from, to]];
  });
}

/** The content of a file after each write still in effect, and where each content was first written. */
interface History {
  readonly states: { readonly step: Step; readonly content: string | null }[];
  readonly position: Map<string, number>;
}

// back to an earlier content: everything after it is undone
function write({ states, position }: History, step: Step): Step[] {
  const text = textField(step.input, ['content', 'file_text', 'contents', 'streamContent', 'text']);
  const content = text === undefined ? null : valueDigest(text);
  const before = content === null ? undefined : position.get(content);
  if (before === undefined) {
    if (content !== null) position.set(content, states.length);
    states.push({ step, content });
    return [];
  }
  const taken = states.splice(before + 1);
  for (const { content: gone } of taken) if (gone !== null) position.delete(gone);
  return taken.map((state) => state.step);
}
