import { near } from './near.ts';
import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';

const OLD =
  '(?:previous|prior|preceding|above|earlier|former|foregoing|original|existing|old|other|current|given|initial)';
const ORDERS =
  '(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|guidance|criteria|criterion|rubrics?|orders?|messages?|system prompts?|context|policy|policies|brief)';

/** Revokes earlier instructions. */
const OVERRIDE = phrases(
  `\\b(?:ignore|disregard|forget|override|overrule|discard|drop|abandon|replace|neglect|cancel|void|supersedes?|set aside|do not follow|stop following) (?:\\w+ ){0,4}?(?:${OLD} (?:\\w+ ){0,2}?${ORDERS}|your (?:\\w+ ){0,2}?${ORDERS}|${ORDERS} (?:above|before|so far|you were given|that came before|given (?:to you|above|earlier)))`,
  `\\b${OLD} (?:\\w+ )?${ORDERS} (?:\\w+ )?(?:(?:is|are|was|were) (?:now |hereby |all )?(?:void|cancelled|canceled|obsolete|superseded|replaced|revoked|null|lifted|outdated|wrong|a test)|no longer (?:apply|applies|hold|holds|count))`,
  `\\b(?:new|updated|revised|real|actual|true|final|corrected) (?:system )?(?:instructions?|prompt|rubric|criteria|task|role|directive|rules)(?: (?:for you|from now on))? ?(?:[:=]|is\\b|are\\b|follows?\\b)`,
  `\\b(?:from now on|henceforth|from here on|effective immediately|starting now)\\b`,
  `\\byou are (?:now|no longer|hereby) (?:an? |the )?(?:\\w+ ){0,3}?(?:judge|grader|evaluator|assessor|reviewer|examiner|bound|required|obliged)\\b`,
  `\\bsystem override\\b`,
  `\\b(?:rubric|criteria|guidelines) you (?:received|have|were given|got)\\b|\\b(?:amended|corrected) (?:rubric|criteria|guidelines)\\b`,
  `\\b(?:scoring|grading|evaluation|judging) (?:rubric|criteria|instructions?|guidelines?|rules?) (?:is |are |was |were |has been |have been )?(?:replaced|updated|overridden|superseded|changed|outdated|void|suspended|disabled|lifted)\\b`,
  `\\b(?:pretend|imagine|act as if|act as though|roleplay|role play|let us play|lets play)\\b`,
);

/** Grading words next to which an override addresses a judge; otherwise it is about a product. */
const GRADES = phrases(
  /\b(?:verdicts?|full marks|pass verdict|(?:answer|reply|respond|say|output|return|print|report|conclude|mark|rate)(?: \w+){0,4} pass\b|judges?|graders?|grading|grade (?:it|this|everything|all)|evaluators?|scor(?:e|es|ing) (?:of |this|the|every|each|all|is|must|should|at|with|it|them|everything)|(?:top|perfect|maximum|highest|full|best) (?:scores?|marks?|grades?|ratings?|credit)|task completion|instruction adherence|failure mode|fact checks?|5 ?\/ ?5|10 ?\/ ?10|rubric|relevance|necessity|(?:always|is|are) (?:a )?pass|= ?5)\b/,
);

export const overrides: InjectionSign = {
  does: 'overrides the instructions of the grader',
  find: near(OVERRIDE, GRADES, { within: 200 }),
};
