import type { Line } from '../inventory/outline.ts';

/** What a statement does to the statements inside it. */
export type GuardKind =
  /** They always run, such as in a group of tests. */
  | 'neutral'
  | 'loop'
  | 'condition'
  /** A condition on something outside the test, which decides before it starts. */
  | 'fixed_condition'
  | 'handler'
  /** A function that something calls. */
  | 'closure'
  /** A function that nothing calls. */
  | 'idle';

/** What the head of a statement does to what is inside it, given all statements of its test and file. */
export function guardKind(head: string, lines: readonly Line[]): GuardKind {
  if (NEUTRAL.test(head)) return 'neutral';
  if (HANDLER.test(head)) return 'handler';
  if (LOOP.test(head)) return 'loop';
  if (CONDITION.test(head)) return isFixed(head, lines) ? 'fixed_condition' : 'condition';
  if (!CLOSURE.test(head)) return 'condition';
  const name =
    NAMED.exec(head)
      ?.slice(1)
      .find((part) => part !== undefined) ?? declaredName(head);
  return name === undefined || isUsed(name, { head, lines }) ? 'closure' : 'idle';
}

const NEUTRAL =
  /^(?:(?:public |static |final |abstract |export |default )*(?:class|interface|enum|impl|mod|namespace|trait)\b|(?:describe|context|suite|it|test|specify)(?:\.\w+)*\(|(?:var _ ?= ?)?[FPX]?(?:Describe|Context|When|It|Specify)\w*\(|[bt]\.Run\(|with self\.subTest\(|with pytest\.raises\(|assertAll\(|beforeEach\(|before\(|unsafe…|\{|…)/;
const HANDLER =
  /^try\b|^with(?: contextlib\.)? ?suppress\b|\bcatch_unwind\b|\brecover\(\)|\bsuppress\(|\.catch\(|^with [\w.]*(?:swallow|ignor|quiet|lenient|tolerat)/i;
const LOOP = /^(?:async )?for\b|^while\b|^loop\b|\.(?:forEach|for_each|each|iter)\b.*…/;
const CONDITION = /^(?:else )?if\b|^(?:switch|match|select|unless|when|case|guard|default)\b|\?…|&&…|\|\|…/;
const CLOSURE = /=>|->|\bfunc\b|\bfunction\b|\bdef \w|\blambda\b|\|[^|]*\|…|\bfn \w|\)…$/;
const NAMED =
  /^(?:const|let mut|let|var|auto|final)? ?([\w$]+)(?::[^=]+)?(?::=|=)|^(?:async )?(?:def|function|fn|func)\*? ?([\w$]+)\(|^[\w<>.]+ ([\w$]+)=/;

/** The function or class that a head declares. */
export const declaredName = (head: string): string | undefined =>
  /(?:\bfunc(?:\([^)]*\))? ?|\bfunction\*? |\bfn |\bdef |\bclass |\bmod |\bstruct |\brecord |\benum |\binterface |\btype )([\w$]+)/.exec(
    head,
  )?.[1] ?? /([\w$]+)\([^)]*\)(?:throws [\w, .]+)?…$/.exec(head)?.[1];

const ENVIRONMENT =
  /\benviron\b|\b[gG]etenv\b|\bLookupEnv\b|\bprocess\.(?:env|platform|arch|argv|version)|\benv::var|\boption_env!|\bgetProperty\(|\bGOOS\b|\bGOARCH\b|\bsys\.(?:platform|argv|version|gettrace|modules)|\bplatform\.\w+\(|\bcfg!|\bos\.name\b|\btesting\.Short\(|\bnavigator\b|\bglobalThis\.|\btypeof \w+(?:===|!==|==|!=)"/;
const CONSTANT = /^if\(?(?:false|False|0|None|null)\)?:?…|\bfalse&&|\b(?:False|false) and\b|^while\(?(?:False|false)\b/;

function isFixed(head: string, lines: readonly Line[]): boolean {
  // the other branch is taken wherever nothing is set
  if (/#\d+$|!process\.env|\bnot os\.|==""/.test(head)) return false;
  if (ENVIRONMENT.test(head) || CONSTANT.test(head)) return true;
  const names: readonly string[] = head.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return lines.some(({ text }) => {
    const constant = /(?:^|\s)([\w$]+)(?::\w+)?(?::=|=)(?:false|False|0|None|null)$/.exec(text)?.[1];
    return constant !== undefined && names.includes(constant);
  });
}

function isUsed(name: string, { head, lines }: { head: string; lines: readonly Line[] }): boolean {
  const use = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`);
  const idle = new RegExp(`^(?:_|let _|void|const _|var _)(?:=| ?)${name.replaceAll('$', '\\$')}$`);
  return lines.some(({ text }) => text !== head && use.test(text) && !idle.test(text));
}
