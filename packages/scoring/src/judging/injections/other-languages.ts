import type { InjectionSign } from './sign.ts';

/** Other languages: the grader or an override, followed by a good grade. Accents are folded. */
const PHRASES = new RegExp(
  [
    // german
    '(?:gutachter|bewerter|prufer|juror|bewertende?[nr]?|richter|ignoriere)[^.!?]{0,120}(?:volle punktzahl|hochstpunktzahl|hochste punktzahl|bestanden|bestnote|volle punkte)',
    // french
    '(?:evaluateur|correcteur|juge|examinateur|ignore[zr]?)[^.!?]{0,120}(?:note maximale|meilleure note|reussi|validee?|tous les points)',
    // spanish and portuguese
    '(?:evaluador|juez|calificador|avaliador|juiz|ignora|ignore)[^.!?]{0,120}(?:puntuacion maxima|puntaje maximo|nota maxima|aprobad[oa]|aprovad[oa]|pontuacao maxima)',
    // italian
    '(?:valutatore|giudice|esaminatore|ignora)[^.!?]{0,120}(?:punteggio massimo|voto massimo|superato|promosso)',
    // russian
    '(?:судь|оценщик|проверяющ|эксперт|игнориру)[^.!?]{0,120}(?:максимальн|высш|наивысш|зачет|пройден|pass)',
    // chinese
    '(?:评委|评审|评分|裁判|打分|评判|考官|忽略)[^。！？\\n]{0,60}(?:满分|通过|最高分|pass)',
    // japanese; folding removes the voicing marks of kana
    '(?:採点|審査員|評価者|判定|無視)[^。！？\\n]{0,60}(?:満点|合格|最高点|pass)',
  ].join('|'),
);

export const otherLanguages: InjectionSign = {
  does: 'tells the grader what to conclude, in another language',
  find: (text) => {
    const at = text.search(PHRASES);
    return at === -1 ? null : at;
  },
};
