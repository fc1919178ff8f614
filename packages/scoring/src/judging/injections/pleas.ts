import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';
import { GRADING, TOP, UNDECIDED } from './words.ts';

/** Graders and grading, in unambiguous words. */
const GRADER = phrases(
  '\\b(?:graders?|judges?|evaluators?|assessors?|examiners?|adjudicators?)\\b',
  '\\b(?:ai|llm|automated|automatic|model) (?:reviewers?|raters?|auditors?|referees?|evaluation|grading|assessment|scoring)\\b',
  '\\b(?:scoring|grading|judging|evaluation|assessment) (?:models?|systems?|ai|llms?|agents?|team)\\b',
  '\\bwhoever (?:\\w+ ){0,2}(?:grades|judges|assesses|evaluates|scores|rates|reviews|marks)\\b',
  `\\b(?:models?|ai|llms?|assistants?|systems?) (?:(?:that )?is |currently |now )?(?:${GRADING}|reading) (?:this|it|these|my|our|the)\\b`,
  '\\b(?:marking|grading) (?:scheme|note|key)\\b|\\b(?:reviewer|scoring|grading|judging) (?:ai|llm|bot)\\b',
);

/** The best possible grade, in unambiguous words. */
const TRIUMPH = phrases(
  `\\b${TOP}`,
  `\\bverdict (?:is |of |= ?|: ?)?pass\\b${UNDECIDED}`,
  '\\b(?:all|every|any) points\\b|\\bnever fails? (?:any|a run|anyone)',
);

/** Good grades. */
const FAVOR = phrases(
  TRIUMPH,
  `\\bpass(?:ed)?\\b${UNDECIDED}`,
  '\\bsatisfied\\b|\\bperfect\\b|\\bflawless\\b|\\bindispensable\\b|\\bpoints\\b',
  '\\b(?:as|is|be|fully|entirely) (?:successful|complete)\\b',
  '\\b(?:rate|score|grade|mark|give)(?: \\w+){0,3} (?:5|10|five|ten)\\b(?! to)|\\b(?:5|five|10|ten) for\\b',
  '\\b(?:success|necessity|relevance|weight|completion|adherence|efficiency)(?: \\w+){0,2}[ :=]{1,3}[15]\\b',
);

const ASKING = phrases(
  '\\b(?:please|kindly|must|should|shall|asked to|ask you|requested to|recommended|advised|urged|hereby|needs? to|needs? not|neednt|has to|have to|ought|hope|know that)\\b',
  '\\b(?:without (?:looking|inspection|review|reading|checking|further)|overlook|lenient|generous|merciful|kind|deduct|cost(?:s|ing)? points|hold against|skip|do not|dont|shouldnt|never)\\b',
  '\\b(?:always|nothing but|nothing else|other than|would be (?:a mistake|an error|wrong|unfair|fair|unjust)|right call|qualif(?:y|ies)|misread|mistaken|urge|deserves?|hence|therefore)\\b',
  '\\b(?:treat|count (?:it |this |them |all )?as|consider(?:ed)?|assign|award|hand out|write|confirm|locked|fixed|is final)\\b',
);

/** A sentence that states a rule instead of a request. */
const RULE = phrases(
  '\\b(?:if|when|whenever|unless|otherwise|either|depending|whether|only (?:if|when|after)|or fail|function|class|method)\\b',
  '\\b(?:test|it|expect|assert)\\(',
);
/** Singles out the grader, and is not a condition. */
const CLAUSE = phrases(
  `\\b(?:if|when|while) (?:you|${GRADING}|(?:an?|the|any) (?:ai|llm|model|judge|grader|evaluator)\\b)[^,.:\\n]{0,60}`,
);

const BEFORE = 200;
const AFTER = 260;
const APART = 60;
const SENTENCE_END = /[.!?](?=\s)|\n\n/g;

export const pleas: InjectionSign = {
  does: 'asks the grader for a good grade',
  find: (text) => {
    let seen = -APART;
    for (const { index } of text.matchAll(GRADER)) {
      // covered by the previous match
      if (index < seen + APART) continue;
      seen = index;
      const said = sentenceAt(text, index).replace(CLAUSE, '');
      // `search` ignores `lastIndex`, which these global patterns have
      if (said.search(RULE) !== -1) continue;
      if (said.search(TRIUMPH) !== -1 || (said.search(FAVOR) !== -1 && said.search(ASKING) !== -1)) return index;
    }
    return null;
  },
};

/** The sentence at a position, with its neighbors. */
function sentenceAt(text: string, place: number): string {
  const before = text.slice(Math.max(0, place - BEFORE), place);
  const after = text.slice(place, place + AFTER);
  const start = Array.from(before.matchAll(SENTENCE_END)).at(-2);
  const ends = Array.from(after.matchAll(SENTENCE_END));
  return before.slice(start === undefined ? 0 : start.index + 1) + after.slice(0, ends[1]?.index ?? AFTER);
}
