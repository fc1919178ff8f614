// a refusal is at the start, before any explanation
const LOOKED_AT = 400;
const I_AM_NOT =
  "(?:cannot|can't|can not|could not|couldn't|won't|will not|am unable to|'m unable to|am not able to|'m not able to|am not allowed to|'m not allowed to)";
const VERBS =
  '(?:help|assist|comply|provide|fulfil|fulfill|do that|do this|complete|answer|create|write|generate|share|support|engage|proceed|continue|carry out|discuss|give you|produce|perform)';

const SAYS_NO = [
  new RegExp(`\\bi ${I_AM_NOT} (?:\\w+ ){0,3}${VERBS}`),
  new RegExp(`\\bi(?:'m| am)? ?(?:sorry|afraid)\\b.{0,60}\\b(?:i )?${I_AM_NOT}`),
  /^(?:i'm|i am) sorry,? (?:but )?(?:that|this) (?:is|isn't)/,
  /\bi (?:must|have to|need to|respectfully|am going to|'ll have to|will have to) (?:respectfully )?(?:decline|refuse)\b/,
  /^(?:sorry|apologies|unfortunately),? .{0,40}\b(?:i|we) (?:cannot|can't|won't|am unable|are unable)/,
  /\bas an ai\b.{0,60}\b(?:cannot|can't|unable|not able|do not|don't)\b/,
  /\bagainst (?:my|our) (?:guidelines|policy|policies|programming|principles)\b/,
];

// every pattern needs one of these words; most other texts contain none
const HINT = /\b(?:i|ai|against)\b|sorry|afraid|apologies|unfortunately/i;

/** Whether a text begins with a refusal. Recognizes English phrases only. */
export function isRefusal(text: string): boolean {
  const beginning = text.slice(0, LOOKED_AT);
  if (!HINT.test(beginning)) return false;
  const start = beginning
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  return SAYS_NO.some((pattern) => pattern.test(start));
}
