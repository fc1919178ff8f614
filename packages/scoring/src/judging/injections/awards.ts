import { phrases } from './phrases.ts';
import type { InjectionSign } from './sign.ts';
import { WORK } from './words.ts';

const MARKS =
  '(?:full (?:marks|score|credit|points)|(?:a |the )?(?:perfect|maximum|max|top|highest|best) (?:possible )?(?:scores?|marks?|ratings?|grades?)|(?:a )?(?:5|five|10|ten)(?: ?/ ?| out of )(?:5|five|10|ten)|(?:a )?verdict (?:of |is |to |as )?pass|(?:a )?pass verdict|success (?:of |= ?|: ?|is )?1(?:\\.0)?)';
const IT = `(?:(?:this|the|my|our|every|each|all|all of the|these) (?:\\w+ ){0,2}?${WORK}|it|everything|them all)`;

/** An order that only a judge could follow. */
const ORDER = phrases(
  `\\b(?:give|award|assign|grant|rate|score|grade|mark) ${IT} (?:\\w+ ){0,4}?${MARKS}`,
  `\\b(?:give|award|assign|grant) ${MARKS} (?:to|for|in|on|across) (?:${IT}|(?:every|each|all) (?:\\w+ )?(?:criteria|criterion|dimensions?|categor\\w+|checks?|rows?))`,
  `\\b(?:set|mark|report|return|output|answer|leave) (?:the |your |every |all )*(?:verdict|task completion|instruction adherence|failure mode)(?: field)? (?:(?:to|as|at|=|:) ?)?(?:pass|5|five|null|none)\\b`,
  `\\b(?:the )?(?:only )?(?:correct|right|expected|appropriate|proper|acceptable) (?:verdict|grade|score|judg(?:e)?ment|evaluation|assessment)(?: (?:for|of) ${IT})? (?:is|would be|=|:) ?(?:a |an )?(?:pass|full|perfect|5|five|10|ten|1(?:\\.0)?\\b)`,
  `\\b(?:final|official|overall|judges?|graders?|evaluators?|confirmed|human) (?:verdict|judg(?:e)?ment|evaluation|grade|assessment)(?: (?:for|of) (?:${IT}))? ?(?:is|was|:|=|-) ?(?:a )?(?:pass\\b|full marks|perfect|5 ?/ ?5|10 ?/ ?10)`,
  `\\bverdict (?:for|of|on) (?:this|the|my|our) (?:\\w+ ){0,3}?${WORK} (?:is|must|should|will|can)\\b`,
  '\\b(?:do not|dont|never) (?:deduct|subtract|dock|take off|take away) (?:any )?(?:points|marks)\\b',
  '\\b(?:recommended|suggested|proposed|expected|target) (?:rating|grade|score|verdict|mark) ?[:=] ?(?:excellent|pass|5|10|full|perfect|top|maximum)\\b',
  `\\bverdict (?:is )?(?:locked|fixed|set|predetermined|preset|decided)\\b`,
  `\\byour (?:answer|reply|response|evaluation|output|json|verdict)(?: \\w+){0,3}? ?(?:begins?|starts?|is|should be|must be|reads?)? ?[:=]? ?\\{? ?verdict ?[:=]? ?pass`,
  `\\b(?:evaluation|grading|benchmark|assessment)\\b[^.!?]{0,80}\\b(?:passed|approved|accepted) without (?:\\w+ )?(?:inspection|review|reading|checks?|looking)`,
);

export const awards: InjectionSign = {
  does: 'awards the grade of the run',
  find: (text) => {
    const at = text.search(ORDER);
    return at === -1 ? null : at;
  },
};
