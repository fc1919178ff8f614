/** A way to tell an agent that its work is wrong, incomplete or not what was asked. English only. */
interface Sign {
  readonly pattern: RegExp;
  /**
   * Where it counts: at the start of the message, in any of its sentences, or in one that states something, which a
   * question and a request do not.
   */
  readonly where: 'start' | 'sentence' | 'statement';
  /** Whether it means something else as the answer to a question of the agent. */
  readonly mayAnswer?: true;
}

const NOT =
  "(?:not|never|don'?t|do not|does(?:n'?t| not)|did(?:n'?t| not)|can'?t|can ?not|couldn'?t|isn'?t|aren'?t|haven'?t|hasn'?t)";
const IT = '(?:it|this|that|they|these|which|(?:the|our|your|my) [\\w.-]+)';

const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'im');

/** The signs, each after an example. Patterns see text with straight quotes and without code. */
export const CORRECTIVE_SIGNS: readonly Sign[] = [
  // No, not that file.
  {
    where: 'start',
    mayAnswer: true,
    pattern: pattern(
      '^no+(?:pe)?\\b(?! (?:problem|worries|need|rush|thanks|idea))',
      "^(?:please )?(?:do not|don'?t|stop)\\b",
    ),
  },
  // Wait, that is only a part of it.
  {
    where: 'start',
    pattern: pattern(
      '^(?:now )?(?:wait|w8|stop|hold on|almost|undo|revert|wtf)\\b',
      '^what are you doing|^what do you mean\\b|^are you (?:sure|kidding)',
      "^(?:ok[,.]? )?that'?s (?:only )?part of|^let'?s pause\\b",
    ),
  },
  // Hmm, the files have no date.
  {
    where: 'start',
    pattern: pattern(
      "^(?:hmm+|umm*|uhm*|emm+|ugh|well|sorry|uh oh)[,.: -]+(?:but|i|no|it|this|that|we|the|my|you|are|is|doesn'?t)\\b",
      '^(?:i disagree|not sure|not (?:what|quite|working|yet|good|there|as)|same (?:error|issue|problem|result))\\b',
      "^i (?:really |actually )?(?:thought|meant|said|told|asked|mean|never|do want|would prefer|prefer|disagree|didn'?t|did not)\\b",
      '^(?:(?:also|and|but|so|no|ok(?:ay)?),? )+i (?:thought|meant|said|told|asked)\\b|\\band i thought\\b',
      "^(?:oh,? )?i meant\\b|\\bi mean[.!]?$|^(?:oh,? )?(?:that|this|it)(?:'?s| is) not\\b",
      "^(?:no,? |well,? )?i(?:'?m| am| was) (?:just |only )?(?:referring to|talking about|asking (?:about|for)|looking (?:at|for))\\b",
      "^i(?:'m| am) (?:not sure|questioning|wondering (?:now )?(?:why|if))|^i don'?t think\\b",
      "^(?:well,? )?you (?:are|ran|went|jumped|got|skipped|overwrote|added|put|used|made|didn'?t|did not|forgot|missed|broke|removed|deleted|should|were supposed|haven'?t|still|keep|only|again)\\b",
    ),
  },
  // Why is it showing this? Didn't we fix it?
  {
    where: 'start',
    pattern: pattern(
      "^(?:[^\\n]{0,80}<- ?|and |so |but )?why (?!do (?:we|i) (?:need|have)\\b)(?:is|are|was|were|can'?t|couldn'?t|did|didn'?t|do|don'?t|does|doesn'?t|has|have|haven'?t|would|the)\\b",
      "^(?:and |so )?(?:did|does|is|are|was|were|should|has|have|ca|could|would)n'?t \\w+",
      '^is not the\\b|^(?:is|are) there no\\b|^how (?:exactly )?is (?:this|that|it) not\\b',
      '^do we (?:really |even )?need (?:this|that|the|all)\\b',
    ),
  },
  // But we do track several.
  {
    where: 'sentence',
    pattern: /^(?:(?:sure|yes|yeah|ok|okay),? )?but\b(?! (?:yes|sure|ok|first|for now|later|let'?s|please))/i,
  },
  // That is not correct.
  {
    where: 'statement',
    pattern: pattern(
      "(?:\\b(?:is|are|was|were|looks?|seems?)|'s|'re)(?: still| also| just| now| completely)? (?:not (?:fully |quite |really |even )?(?:correct|right|true|what|how|working|enough|appropriate|there)|wrong|incorrect|broken|obsolete|missing|duplicated?|confusing)\\b",
      "\\b(?:is|are|was|were|do|does)n't (?:\\w+ )?(?:correct|right|true|good|enough|realistic|work(?:ing)?|needed|necessary)\\b",
      '\\b(?:a bit |way |far |just )too (?:much|many|complex|complicated|long|verbose|early)\\b|\\bover[ -]?(?:engineer|complicat)\\w*|\\boverkill\\b|\\banti-?pattern\\b|\\bnothing to do with\\b',
      '\\byou \\w+ed\\b[^.?!]{0,100}\\bbut\\b|\\byou literally\\b|\\b(?:warnings?|errors?|issues?|problems?|failures?)[^.?!]{0,30} (?:is|are) still\\b',
      '\\bnot (?:fully |quite )?(?:correct|true)\\b|\\bnot what i\\b|\\bregress(?:ed|ion)\\b|\\bnever (?:actually )?worked\\b',
      "\\bshould(?:n'?t| not) (?:be|have|do|use)\\b|\\bwe are missing\\b|\\balso missing\\b|\\bduplicated now\\b",
      "\\bi don'?t (?:quite |really )?like\\b|\\bnot sold\\b|\\b(?:still|so|very) confus(?:ed|ing)\\b",
    ),
  },
  // The tests fail; I get this error.
  {
    where: 'statement',
    pattern: pattern(
      "\\b(?:won'?t|will not) work\\b|\\b(?:is|are|was|were) not \\w+(?:ed|ing|n)\\b|\\bnot \\w+ (?:correctly|properly)\\b|, not just\\b",
      "\\b(?:bugged|buggy|glitch\\w*)\\b|\\b(?:something|went) (?:is |was |went )?wrong\\b|\\bthere(?:'?s| is| are)? no (?:mention|\\w+ (?:shown|displayed|visible))\\b",
      "\\bnot make\\b[^.?!]{0,20}\\bsense\\b|\\b(?:don'?t|not) see the (?:point|reason)\\b|\\bi(?:'ve| have)? reverted\\b",
      '\\b(?:got|getting|ending (?:with|in))\\b[^.?!\\n]{0,40}\\b(?:issues?|errors?|failures?|exceptions?|warnings?)\\b|\\b(?:warnings?|errors?) in (?:the )?(?:console|logs?|terminal)\\b',
      '\\b(?:is|are|was|were|still|keeps?|now) (?:still |now )?(?:failing|broken|crashing)\\b|\\bstill (?:fails?|crash|error)',
      `\\b(?:lint|tests?|builds?|ci|checks?|hooks?|${IT})(?: [\\w'-]+){0,3} (?:fail(?:s|ed)?|crash(?:es|ed)|throws?|broke)\\b`,
      '^(?:unable to|failed to|could not|cannot) \\w+|\\b(?:got|get|getting) (?:this|the following|back)\\b[^.?!]{0,60}:|\\breported (?:in|by) ci\\b|\\bci (?:failed|fails|is (?:red|failing|broken))\\b',
      '^(?:we|they) fail\\b|\\bfails?$|\\b(?:lint|build|ci|tests?) (?:fail|error)s?\\b|\\b[1-9]\\d* failing\\b|\\bhappened again\\b',
      '\\b(?:get|getting|got|throwing|seeing|hit|had|gives?|shows?) (?:me )?(?:this|the following|the same|an?|that) (?:[\\w-]+ ){0,3}(?:errors?|failure|exception|warning)\\b',
      '^fix\\b[^\\n]{0,25}(?:lint|errors?\\b|:)|^address the (?:issues|errors)\\b|\\bsame (?:error|issue|problem)\\b|\\bthe issue is\\b',
    ),
  },
  // Any idea why the upload is failing?
  { where: 'sentence', pattern: /\bwhy\b[^.?!]{0,60}\b(?:fail(?:s|ed|ing|ure)?|broken|crash\w*)\b/i },
  // --- FAIL: TestA
  {
    where: 'sentence',
    pattern:
      /\b(?:Uncaught|Unhandled) \w|\b[A-Z]\w*(?:Error|Exception): \S|^\s*(?:-+ )?FAIL\b|^=== RUN\b|^\s*(?:fatal|panic|ERROR|Error|error|remote)(?:\b[^\n]{0,60})?: \S|^Traceback \(most|^npm ERR!|^(?:fix:? )?[\w./-]+\.\w{1,5}:\d+:\d+: \S|\bFAIL: |\bWarning: failed\b/,
  },
  // I do not see the change. It still shows the old one.
  {
    where: 'statement',
    pattern: pattern(
      `\\b${NOT} (?:really |actually |even |yet )?(?:see|seen|seeing|find|finding|show|showing|work|works|worked|working|includ(?:e|ing)|happen|happening|logging|come through|look (?:like|right)|checked)\\b`,
      `\\b${IT} (?:does(?:n'?t| not)|did(?:n'?t| not)) \\w+`,
      `\\b${IT}(?:'s| is| are)? still (?:${NOT}|\\w+ing|\\w+s)\\b|^still\\b|\\bend(?:s|ed)? up not\\b`,
      '\\bnothing (?:happen|chang)\\w*|\\bbut not (?:the|in|for|on)\\b|\\bnone of (?:the|them|these)\\b|\\bonly (?:contains?|shows?|works?|has)\\b',
    ),
  },
  // Use true and false, and not on and off.
  {
    where: 'statement',
    pattern: pattern(
      "\\blet'?s not\\b|^instead of\\b|^rather than\\b|(?:,| and) not \\S+$|\\bnot as an? [\\w ]+, but\\b|\\bjust ['\"][^'\"]+['\"],? not\\b",
      '\\b(?:revert|undo|roll back) (?:that|this|it|the|your|those|what)\\b|\\bgo back to\\b|\\bthinking again\\b',
      '\\bas i (?:said|asked|told)\\b|\\bi (?:said|told you|already (?:told|said|asked)|wanted you to)\\b|\\bwhat i meant\\b|\\bmy point is\\b',
      "\\byou (?:forgot|missed|broke|were supposed to|should have|ignored|misunderstood|skipped|overwr\\w+|went too far|ran ahead)\\b|\\byou'?ve (?:attached|added|put|changed)\\b",
      '\\b(?:i think|it seems|looks like) you\\b(?! (?:need|should|can|could|may|might) )|\\bno need (?:for you )?to\\b|\\bdoubl[ey] ?check again\\b',
    ),
  },
  // The second question mark??
  { where: 'sentence', pattern: /[?!]{2,}/ },
  // It should send the whole command.
  { where: 'statement', mayAnswer: true, pattern: pattern('\\b(?:it|they|that|this|tests?|which) should\\b') },
];

/** Whether a sentence asks for something or about something. */
export const isQuestion = (sentence: string): boolean =>
  /\?\W*$/.test(sentence) ||
  /^(?:(?:ok(?:ay)?|yes|yeah|also|and|now|then|so|great|please|oh|hmm+|hm|question)[,.: ]+)*(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|what|when|where|which|who|how|may) (?:you|we|i|it|there|this|that|they|the|a)\b/i.test(
    sentence,
  );
