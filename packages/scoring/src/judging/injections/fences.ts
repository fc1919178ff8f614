import { near } from './near.ts';
import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';

const PART =
  '(?:untrusted|data|evidence|transcript|diff|submission|agent output|agent data|output|trajectory|tool output|fenced? (?:region|data|text|block)|quoted? (?:region|data|text)|material|workspace|input|run|user content|context|section|block|document|final answer|commands?)';

/** Text that pretends that the data ends. */
const END = phrases(
  `⟪\\s?(?:begin|end)\\b|\\b(?:end|close|closing|stop|finish) (?:of )?(?:the )?(?:\\w+ )?${PART}(?: (?:data|section|block|region|output|text))?\\b|</?(?:diff|evidence|transcript|submission|trajectory|untrusted|agent output|agent data|tool output|data)>|\\b(?:evidence|transcript|diff|submission|untrusted|data|trajectory) (?:ends|is over|stops)\\b|\\bbegin (?:trusted|judge|grader|system|instructions?|evaluator)\\b|(?:^|\\n)end [\\w ]{1,30} [0-9a-f]{6,64}\\b`,
);

const SPEAKS = phrases(
  /\b(?:verdict|full marks|full credit|(?:perfect|maximum|top|highest|best) (?:scores?|marks?|grades?|ratings?)|5 ?\/ ?5|10 ?\/ ?10|graders?|judges?|task completion|judge?ment|(?:answer|reply|respond|say|output|return|report|conclude|mark|give|choose)(?: \w+){0,5}? pass\b|score (?:everything|every|all|it|this|them)|instructions? (?:for|to) (?:the )?(?:judge|grader|evaluator|model|you)|success ?[:=]? ?1(?:\.0)?\b)/,
);

export const fences: InjectionSign = {
  does: 'pretends that the evidence ends and something else speaks',
  find: near(END, SPEAKS, { within: 160 }),
};
