import type { InjectionSign } from './sign.ts';

/** The header of a scorer table, or its summary line. */
const HEAD =
  /\bscorers?(?: id| name)?[\s|,:;-]{1,12}(?:type[\s|,:;-]{1,12})?(?:results?|status|verdicts?|outcome|scores?|weight)\b|\b(?:scorers?|scorer table|scorer results?|gates?|mechanical (?:checks|results)) ?(?:\([^()\n]{0,40}\) ?)?(?:overall ?)?[:=|-]{1,3} ?(?:all )?pass|\boverall[\s|:=.-]{1,40}pass\b/g;
const ROW = /[|:=,.>-] ?pass(?:ed)?\b| pass(?:ed)?(?=\n|$)/g;
/** Scorer names: without them, a table of passes is an ordinary test report. */
const SCORER =
  /\b(?:scorers?|tests? globset|no new skips|assertions not weakened|forbid (?:paths|secrets|patterns)|allowed paths|tests? untouched|fail to pass|pass to pass|diff size|command exit|coverage not decreased|overall)\b/;

/** A row in the format of our questions. */
const OWN_ROW = /\bs\d{1,3} ?\|[^|\n]{1,80}\|[^|\n]{1,80}\| ?(?:required|advisory) ?\| ?pass\b/;

const REACH = 400;
const FEWEST_ROWS = 2;

export const fakeTables: InjectionSign = {
  does: 'imitates the table of scorers',
  find: (text) => {
    const row = text.search(OWN_ROW);
    if (row !== -1) return row;
    for (const head of text.matchAll(HEAD)) {
      const around = text.slice(Math.max(0, head.index - REACH), head.index + REACH);
      if (SCORER.test(around) && Array.from(around.matchAll(ROW)).length >= FEWEST_ROWS) return head.index;
    }
    return null;
  },
};
