import { defineFamily, type Judged } from './family.ts';
import { declaredName } from './guard.ts';
import type { UnitChange } from './unit-change.ts';

/** Code that replaces the product under test, or part of it. */
export const aboutSubject = defineFamily({
  aspect: 'about_subject',
  judge: (change) => [...judgeReplacements(change), ...judgeStandIns(change)],
});

const judgeReplacements = ({ gained }: UnitChange): Judged[] =>
  gained
    .filter(({ text }) => REPLACES.test(text))
    .map((line) => ({
      grade: 'review' as const,
      message: 'replaces something for the tests; make sure that it is not what they test',
      at: line,
      after: line,
    }));

/** Declarations of names that existing tests already used. */
function judgeStandIns({ test, gained, lost, used }: UnitChange): Judged[] {
  const known = new Set(lost.flatMap(({ text }) => declaredName(text) ?? []));
  return gained.flatMap((line) => {
    const name = DECLARES.test(line.text) ? declaredName(line.text) : undefined;
    if (name === undefined || known.has(name) || !used.has(name) || (test !== null && line.declares)) return [];
    const message = `declares ${name}, which existing tests take from elsewhere; make sure that they still test the product`;
    return [{ grade: 'review' as const, message, at: line, after: line }];
  });
}

const DECLARES =
  /^(?:@\S+ )*(?:pub |public |private |static |final |export |default |abstract |async )*(?:class|interface|record|enum|struct|type|func|function|def|fn|mod)\b.*…/;

const REPLACES =
  /\bmonkeypatch\b|\bsetattr\(|\bmock\.patch\b|\b(?:magic)?mock\(|\bpatch(?:\.object)?\(|\b(?:vi|jest)\.(?:mock|doMock|spyOn|fn|replaceProperty)\b|\bsinon\.|\bmock\.(?:method|module|getter|fn)\b|\brequire\.cache\b|\bsys\.modules\b|\bsys\.path\b|\.prototype\.[\w$]+=|\bObject\.(?:defineProperty|assign)\(|\bReflect\.|\bsetAccessible\(|\b__class__=|\bimportlib\b|#\[path=|#\[cfg_attr\(/i;
