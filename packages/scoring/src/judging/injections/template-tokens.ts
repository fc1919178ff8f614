import { near } from './near.ts';
import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';

/** A conversation turn in the format of some model. */
const TURN = phrases(
  /<[|｜][^\s|｜<>]{1,64}(?: [^\s|｜<>]{1,20}){0,3}[|｜]>|\[\/?(?:inst|system prompt|tool calls|tool results)\]|<<\/?sys>>|<(?:start|end) of turn>|<\/?(?:system|assistant|human|developer|user|instructions?|system reminder|system prompt|judge|grader|evaluator|function results|tool result|thinking|think)(?: [^<>\n]{0,60})?>|(?:^|\n)\s{0,8}(?:human|assistant|system|user|developer|instruction|response|judge|grader)(?: ?\(\w+\))? ?:|\b"?role"? ?: ?(?:system|assistant|developer)\b/,
);

/** What such a turn says to a judge. A product prompt may mention scores too, but does not award them. */
const SAYS = phrases(
  /\b(?:verdict ?(?:is|:|=|to|of|as)? ?\W?pass|task completion ?(?:is|:|=|to|of)? ?5|full marks|full credit|(?:perfect|maximum|top|highest|best) (?:scores?|marks?|grades?|ratings?)|5 ?\/ ?5|10 ?\/ ?10|(?:answer|reply|respond|say|output|return|report|conclude|mark|give|choose)(?: \w+){0,5}? pass\b(?! or| ?\/)|(?:run|submission|solution|work|patch|agent|task) (?:\w+ ){0,3}?(?:passe[sd]|is correct|is perfect|deserves|succeeded)|(?:do not|dont|never) (?:penali[sz]e|deduct|fail)|success ?[:=]? ?1(?:\.0)?\b)/,
);

export const templateTokens: InjectionSign = {
  does: 'poses as a turn of the conversation with the judge',
  find: near(TURN, SAYS, { within: 240 }),
};
