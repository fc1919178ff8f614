import type { ReadReply } from '../text/question.ts';

/**
 * Reads a reply that consists of one JSON document, bare or in a single Markdown fence. Any text around it makes it
 * unreadable: a judge that quotes a verdict from the evidence must not be read as giving it.
 */
export function readJsonReply(text: string): ReadReply<unknown> {
  const reply = text.trim();
  if (reply === '') return unparseable('expected one JSON document, found an empty reply');
  try {
    return { ok: true, value: JSON.parse(WHOLE_FENCE.exec(reply)?.[1] ?? reply) };
  } catch (cause) {
    if (REFUSAL.test(reply))
      return { ok: false, obstacle: 'judge_refused', detail: `the judge declined: ${reply.slice(0, QUOTED_LENGTH)}` };
    return unparseable(`expected one JSON document and nothing else: ${(cause as SyntaxError).message}`);
  }
}

const WHOLE_FENCE = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/i;

/** How models refuse in prose. */
const REFUSAL =
  /^(?:i['’]m sorry|i am sorry|sorry,|i (?:cannot|can['’]t|can not|won['’]t|will not|am unable|am not able)|i['’]m (?:unable|not able))\b/i;

const QUOTED_LENGTH = 200;

const unparseable = (detail: string): ReadReply<unknown> => ({ ok: false, obstacle: 'unparseable', detail });
