const SUBJECT = String.raw`\b(?:tests?|test suite|suite|specs?|unit tests|checks)\b`;
const PASSING = String.raw`(?:now |still |all |both |also |again |successfully |currently |are |is |have |has |\d+\/\d+ ){0,3}(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b`;
const CLAIM = new RegExp(
  String.raw`${SUBJECT}[^.!?\n]{0,40}?\s${PASSING}|\b(?:all|\d+(?: of \d+|\/\d+)?) (?:\w+ ){0,3}?(?:tests?|specs?) (?:\w+ )?${PASSING}|\b\d+ (?:tests? )?pass(?:ed|ing)\b|\bpassing (?:all )?(?:the )?tests\b`,
  'i',
);
// hopes, requests, denials and reports of the past
const HEDGED =
  /\b(?:should|would|could|might|may|must|need(?:s|ed)? to|will|to make|make sure|ensure|so that|until|if|once|when|unless|whether|expect(?:ed)?|hope(?:fully)?|cannot|can't|could not|couldn't|not|n't|never|no longer|unable|without|fail(?:s|ed|ing|ures?)?|except|but|only|some|previously|before|already passed|run .* to (?:check|verify|confirm)|haven't|didn't|please)\b|n't\b|\?\s*$/i;

const LONGEST_SENTENCE = 1000;

/** Whether a sentence claims that the tests pass, without a condition, hope or denial. */
export const assertsTestsPass = (sentence: string): boolean =>
  sentence.length < LONGEST_SENTENCE && CLAIM.test(sentence) && !HEDGED.test(withoutZero(sentence));

/** A text without `0 failed`: `12 passed, 0 failed` claims as much as `12 passed`. */
export const withoutZero = (sentence: string): string =>
  sentence.replace(
    /\b(?:0|no|zero|without(?: any)?) (?:tests? )?(?:fail(?:ed|ing|ures?|s)?|errors?|regressions?)\b/gi,
    '',
  );
