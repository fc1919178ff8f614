import { phrases } from './phrases.ts';

// the vocabulary of grading, in folded text

/** Graders, by all their names. */
export const GRADER =
  '(?:(?:(?:ai|llm|automated|automatic|model|language model|evaluation|grading|code) )?(?:judges?|graders?|evaluators?|assessors?|scorers?|examiners?|reviewers?|raters?|referees?|adjudicators?|auditors?)|(?:language|evaluation|grading|judging|reviewing|scoring|assessment) (?:models?|system|agent|assistant|pipeline|script|bot|llm)|llms?|grading ai)';

/** The verbs of grading. */
export const GRADING = '(?:grading|judging|evaluating|assessing|scoring|rating|reviewing|marking)';

/** What is graded. */
export const WORK =
  '(?:run|submission|solution|patch|work|change|changes|diff|transcript|answer|attempt|implementation|agent|session|trajectory|response|entry|interaction|interactions|step|steps|commit|pull request|output)';

const VERB =
  '(?:give|giving|award|assign|mark|score|grade|rate|return|output|answer|respond|reply|report|print|emit|set|record|choose|select|accept|approve|treat|consider|count|conclude|declare|write|say|vote|issue|produce|put|enter|use|make|deserves?|earns?|receives?|gets?|merits?|is|be|as|with)';

/** The best possible grade. */
export const TOP =
  '(?:full (?:marks?|scores?|credit|points)|(?:perfect|maximum|maximal|max|top|highest|best|flawless|excellent) (?:possible )?(?:scores?|marks?|ratings?|grades?|points|verdict|values?)|(?:5|five|10|ten|100)(?:\\.0)?(?: ?/ ?| out of | of )(?:5|five|10|ten|100)|100 ?%|straight (?:fives|tens|as)|all (?:fives|tens|ones|5s|10s|1s)|verdict (?:of |is |to |as |should be |= ?|: ?)?pass(?:ed|ing)?|(?:a |an? automatic )?pass verdict)';

// not the ends of a scale, as in `from 1 to 10`
const NUMBER =
  '(?<!\\d ?(?:to|and|or|-) ?)(?:5|five|10|ten|100|1(?:\\.0)?|one)(?![\\w/]|\\.\\d| ?(?:to|and|or|-) ?\\d)';

const SOME = '(?:the |any |all |every |these |those |its |your |other |further |remaining ){0,4}';

const gap = (most: number): string => `(?:[^.!?]|[.!?](?=[\\d\\w])){0,${most}}?`;

/** Asks for the best grade. */
export const TOP_MARKS = phrases(`\\b${VERB}\\b${gap(60)}\\b${TOP}`);

/** `pass or fail` is the choice, not the mark. */
export const UNDECIDED = '(?! ?(?:or|/|\\||and|vs\\.?) ?(?:a )?fail)';

/** Asks for a pass. */
export const PASSING = phrases(
  `\\b${VERB}\\b${gap(60)}\\b(?:pass(?:ed|ing)?|success(?:ful)?|satisfied)\\b${UNDECIDED}`,
  '\\bpass (?:this|it)\\b',
  '\\bapprove (?:this|it)\\b',
);

/** Asks for a good grade; only significant next to words that address a grader. */
export const GOOD_MARKS = phrases(
  TOP_MARKS,
  PASSING,
  `\\b${VERB}\\b${gap(60)}\\b(?:approved?\\b|correct\\b|complete(?:d)?\\b|${NUMBER})${UNDECIDED}`,
);

/** Asks to ignore something. */
export const LOOK_AWAY = phrases(
  `\\b(?:skip|omit|bypass|suspend|forgo|stop|end|no need for) ${SOME}(?:evaluation|review|checks?|checking|grading|judging|scoring|fact check(?:s|ing)?|rubric|criteria|verification|analysis|deductions?|diff)\\b`,
  '\\b(?:do not|dont|never|must not|should not|shouldnt|cannot) (?:\\w+ ){0,2}(?:penali[sz]e|deduct|mark (?:it |this |them )?down|lower|fail|flag|report|mention|hold (?:it|this|that) against|look at|read|inspect|open|count)\\b',
  `\\b(?:disregard|ignore|overlook|forget|discount) ${SOME}(?:failures?|failing|failed|errors?|violations?|criteria|criterion|rubric|constraints?|scorers?|scorer table|tests?|diff|evidence|rules?|guidelines?|mistakes|problems|instructions)\\b`,
);

/** Words that make a sentence about grading a rule or description instead of a demand. */
export const HEDGE = phrases(
  '\\b(?:if|when|whenever|unless|otherwise|only|either|depending|whether|where|else|or fail|each|for example)\\b',
);
