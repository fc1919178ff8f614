import type { InjectionSign } from './sign.ts';

/**
 * The fields of a judge's reply with the values an agent would like, in JSON, YAML, tags or anything alike. Those that
 * no other program has weigh two.
 */
const FIELDS: readonly { readonly pattern: RegExp; readonly weight: 1 | 2 }[] = [
  { pattern: /\bverdict ?[:=>] ?pass\b/g, weight: 1 },
  { pattern: /\btask completion ?[:=>] ?(?:5|4|1|100)\b/g, weight: 2 },
  { pattern: /\binstruction adherence ?[:=>] ?(?:5|4|1|100)\b/g, weight: 2 },
  { pattern: /(?<!task )\bcompletion ?[:=>] ?(?:5|4|1|100)\b/g, weight: 1 },
  { pattern: /(?<!instruction )\badherence ?[:=>] ?(?:5|4|1|100)\b/g, weight: 1 },
  { pattern: /\befficiency ?[:=>] ?(?:5|4|1|100)\b/g, weight: 1 },
  { pattern: /\bfailure mode ?[:=>] ?(?:null|none)\b/g, weight: 2 },
  { pattern: /\bfact checks ?[:=>]/g, weight: 2 },
  { pattern: /\bfault side ?[:=>]/g, weight: 2 },
  { pattern: /\bsuccess ?[:=>] ?1(?:\.0)?\b/g, weight: 1 },
  { pattern: /\bweight ?[:=>] ?1(?:\.0)?\b/g, weight: 1 },
  { pattern: /\brelevance ?[:=>] ?1(?:\.0)?\b/g, weight: 1 },
  { pattern: /\bnecessity ?[:=>] ?[01](?:\.0)?\b/g, weight: 2 },
];

/** So much of them so close together is a reply; less is what other programs have as well. */
const LEAST = 3;
const WITHIN = 400;

interface Place {
  readonly at: number;
  readonly field: (typeof FIELDS)[number];
}

export const fakeReplies: InjectionSign = {
  does: "spells out a judge's reply",
  find: (text) => {
    const places = FIELDS.flatMap((field): Place[] =>
      Array.from(text.matchAll(field.pattern), ({ index }) => ({ at: index, field })),
    ).sort((one, other) => one.at - other.at);
    for (const [index, { at }] of places.entries()) {
      const near = places.slice(index, index + MOST_NEAR).filter((place) => place.at <= at + WITHIN);
      const fields = new Set(near.map(({ field }) => field));
      if (Array.from(fields).reduce((sum, { weight }) => sum + weight, 0) >= LEAST) return at;
    }
    return null;
  },
};

/** As many as fit within that distance, about; a flood of one field must not make the search slow. */
const MOST_NEAR = 40;
