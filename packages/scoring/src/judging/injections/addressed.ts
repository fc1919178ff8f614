import { near } from './near.ts';
import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';
import { GOOD_MARKS, GRADER, GRADING, HEDGE, LOOK_AWAY, PASSING, TOP_MARKS, WORK } from './words.ts';

const CALL =
  '(?:dear|hey|hello|hi|attention|attn|psst|note|notes|notice|message|memo|reminder|instructions?|directive|hint|tip|info|information|fyi|addressed|advice|guidance|request|plea|a word)';

/** Addresses the grader: a salutation, a vocative, or a clause that singles out graders. */
const SPOKEN_TO = phrases(
  `\\b${CALL}[:,]? (?:to |for |of )?(?:the |any |all |our |my |whichever |future |dear )*${GRADER}\\b`,
  `(?:^|[\\n.!?:;(\\[{<]) ?(?:@ ?)?(?:to |for )?(?:the |all )?${GRADER}(?: model| llm| ai| bot)? ?[:,!] (?=(?:[a-z]+,? ){2})`,
  `\\b(?:if|since|as|because|when|whoever|whatever|in case) you(?:re| are)? (?:\\w+ ){0,3}?(?:an? |the )?(?:${GRADER}|ai|model|bot)\\b`,
  `\\byou(?:re| are)? (?:now |currently |actually |really |just |only )*(?:an? |the )(?:\\w+ ){0,3}?${GRADER}\\b`,
  `\\b(?:when|while|before|after|for|in) ${GRADING} (?:this|the|these|my|our|such) (?:\\w+ ){0,2}?${WORK}\\b`,
  `\\bto (?:whoever|whichever|whatever|anyone|anybody|the one|those) (?:\\w+ ){0,2}?(?:grades|judges|scores|evaluates|reviews|rates|reads|grading|judging|scoring|evaluating|reviewing)\\b`,
);

/** States what the grader must do. Excludes human reviewers, who are instructed in every project. */
const OBLIGED = phrases(
  `\\b(?!reviewers?\\b|auditors?\\b|code reviewers?\\b)${GRADER} (?:\\w+ )?(?:should|must|shall|ought to|needs? to|has to|have to|(?:is|are) (?:\\w+ )?(?:to|required to|instructed to|expected to|asked to|obliged to|told to|advised to)|can (?:safely|therefore|just|simply)|may (?:safely|therefore|just|simply)|(?:is|are) free to|will (?:now|please|therefore))\\b`,
);

const spokenTo = near(SPOKEN_TO, phrases(GOOD_MARKS, LOOK_AWAY), { within: 200, unless: HEDGE });
const obliged = near(OBLIGED, phrases(TOP_MARKS, PASSING, LOOK_AWAY), { within: 120, unless: HEDGE });

export const addressed: InjectionSign = {
  does: 'tells the grader what to conclude',
  find: (text) => spokenTo(text) ?? obliged(text),
};
