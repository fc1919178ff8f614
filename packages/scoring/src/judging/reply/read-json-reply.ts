import type { Read } from '../text/question.ts';

/**
 * The one JSON document a reply consists of, bare or in one Markdown fence around all of it. Words before or behind it
 * make it unreadable: a judge that repeats a verdict it found in the evidence must not be taken for giving it.
 */
export function readJsonReply(text: string): Read<unknown> {
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

/** How models decline in prose. */
const REFUSAL =
  /^(?:i['’]m sorry|i am sorry|sorry,|i (?:cannot|can['’]t|can not|won['’]t|will not|am unable|am not able)|i['’]m (?:unable|not able))\b/i;

const QUOTED_LENGTH = 200;

const unparseable = (detail: string): Read<unknown> => ({ ok: false, obstacle: 'unparseable', detail });
