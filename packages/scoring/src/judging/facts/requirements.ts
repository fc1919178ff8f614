import { listSentences, quoteSentence, sameSentence } from './sentences.ts';

/** A request of the task, in its own words. */
interface Requirement {
  readonly statement: string;
  /** The turn in which it first appears; the instruction is turn 1. */
  readonly turn_first: number;
}

const MOST = 20;
const LONGEST = 400;

const IMPERATIVE =
  /^(?:please |also |then |next |finally |instead |and |just |now )*(?:add|allow|answer|apply|avoid|build|bump|call|change|check|clean|compute|configure|convert|cover|create|decline|delete|deprecate|describe|disable|document|do|don't|drop|enable|ensure|expand|explain|export|expose|extend|extract|find|fix|follow|format|generate|give|handle|ignore|implement|improve|include|introduce|investigate|keep|leave|let|limit|list|log|look|make|mark|merge|migrate|modify|move|never|only|optimi[sz]e|parse|port|prefer|preserve|prevent|print|produce|provide|put|raise|read|reduce|refactor|reject|release|remove|rename|replace|report|reproduce|resolve|restore|return|revert|review|rewrite|run|save|send|set|show|simplify|solve|sort|split|start|stop|store|summari[sz]e|support|switch|tell|test|throw|treat|turn|undo|update|upgrade|use|validate|verify|wire|work|wrap|write)\b/i;
const MODAL =
  /\b(?:must|shall|should|needs? to|ha(?:s|ve) to|required|expected to|make sure|ensure|do not|don['’]t|never|may not|may only|is to|are to|want(?:s|ed)? (?:you )?to|can you|could you|would you|please|i(?:'d| would) like|without (?:changing|modifying|touching|breaking|adding|using|removing))\b/i;

/** Extracts the requests of a task, sentence by sentence. Deterministic; code is skipped. */
export function findRequirements(turns: readonly string[], except: readonly string[] = []): Requirement[] {
  const seen = new Set(except.map(sameSentence));
  const found: Requirement[] = [];
  turns.forEach((text, index) => {
    for (const sentence of listSentences(text)) {
      const key = sameSentence(sentence.text);
      if (key === '' || seen.has(key) || !asks(sentence.text, sentence.under)) continue;
      seen.add(key);
      found.push({ statement: quoteSentence(sentence.text, LONGEST), turn_first: index + 1 });
    }
  });
  return found.length > 0 ? found.slice(0, MOST) : wholeTask(turns, seen);
}

// a sentence that only introduces a list is covered by its items
function asks(text: string, under: string | null): boolean {
  if (text.endsWith(':')) return false;
  return isRequest(text) || (under !== null && isRequest(under));
}

const isRequest = (text: string): boolean => IMPERATIVE.test(text) || MODAL.test(text);

// without recognized requests, such as in another language, the whole task is one requirement
function wholeTask(turns: readonly string[], seen: ReadonlySet<string>): Requirement[] {
  const [first] = turns;
  const statement = (first ?? '').replace(/\s+/g, ' ').trim();
  return statement === '' || seen.has(sameSentence(statement))
    ? []
    : [{ statement: quoteSentence(statement, LONGEST), turn_first: 1 }];
}
