import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import { defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** TAP 12 to 14, with subtests in either style; the assertions of a subtest are part of it. TAP 12 is detected only if every planned test is there. A test is named by its subtests and title, joined by ` > `. */
export const tap = defineReader({
  format: 'tap',
  structured: true,
  detect: (text) => /^TAP version 1[234]\s*$/m.test(text) || hasCompletePlan(text),

  read(text, tally) {
    const document = TAPE.test(text) && !text.includes('# Subtest') ? createTape(tally) : createDocument(tally);
    const isDiagnosis = createDiagnosis();
    for (const raw of readLines(text)) {
      const line = raw.trimEnd();
      const indent = measureIndent(line);
      if (indent <= DEEPEST_INDENT && !isDiagnosis(line, indent)) document.push(line.slice(indent), indent);
    }
    return document.end();
  },
});

const DEEPEST_INDENT = 64;
const POINT = /^(not )?ok\b(?: +\d{1,9})?(?: +-)? ?(.*)$/;
const NUMBERED = /^(?:not )?ok (\d{1,9})\b/;
const PLAN = /^1\.\.(\d{1,9})(?:\s*#\s*(skip)\b.*)?$/i;
const DIRECTIVE = /(?:^|[^\\])#\s*(?:skip|todo)/i;
const TIME = / # time=[\d.]+ ?ms$/;

/** Whether a plan and all of its numbered tests follow each other: that is TAP, also without a version. */
function hasCompletePlan(text: string): boolean {
  if (!text.includes('1..')) return false;
  let [planned, points]: [number | undefined, number] = [undefined, 0];
  for (const raw of readLines(text)) {
    const line = raw.trimEnd();
    const plan = PLAN.exec(line)?.[1];
    const number = NUMBERED.exec(line)?.[1];
    if (plan !== undefined) {
      if (Number(plan) === points) return true;
      [planned, points] = [Number(plan), 0];
    } else if (number !== undefined) points = Number(number) === points + 1 ? points + 1 : Number(number === '1');
    if (points > 0 && points === planned) return true;
  }
  return false;
}

/** Recognizes the YAML lines below a test, which may contain anything. */
function createDiagnosis() {
  let [point, inside]: (number | undefined)[] = [];
  return (line: string, indent: number): boolean => {
    const content = line.slice(indent);
    if (inside !== undefined && (content === '' || indent >= inside)) {
      if (content === '...' && indent === inside) inside = undefined;
      return true;
    }
    inside = content === '---' && point !== undefined && indent > point ? indent : undefined;
    if (POINT.test(content)) point = indent;
    else if (content !== '' && !content.startsWith('#')) point = undefined;
    return inside !== undefined;
  };
}

// tape and its relatives
const TAPE = /^TAP version 13\r?\n(?:# \S[^\n]*\r?\n)+(?:not )?ok \d+ /m;

/** Each comment is the title of a test, and the points below it are its assertions: together they are one test. */
function createTape(tally: Tally) {
  const found: { readonly name: string; outcome?: TestOutcome }[] = [];
  let [points, planned]: [number, number | undefined] = [0, undefined];
  const add = (outcome: TestOutcome): void => {
    const test = found.at(-1);
    if (test !== undefined && test.outcome !== 'failed' && (test.outcome !== 'passed' || outcome === 'failed'))
      test.outcome = outcome;
  };
  return {
    push(content: string, indent: number): void {
      if (indent > 0 || planned !== undefined) return;
      const [, skipped, title] = /^# (?:(SKIP)|TODO)? ?(\S.*)$/.exec(content) ?? [];
      const [point, plan] = [POINT.exec(content), PLAN.exec(content)];
      if (title !== undefined) found.push({ name: title, ...(skipped === undefined ? {} : { outcome: 'skipped' }) });
      else if (point !== null) {
        points++;
        const has_directive = DIRECTIVE.test(point[2] ?? '');
        add(has_directive ? 'skipped' : outcomeOf(point[1] !== undefined));
      } else if (content.startsWith('Bail out!')) tally.count({ errored: 1 });
      else if (plan !== null) planned = Number(plan[1]);
    },
    end(): boolean {
      // without the plan, which comes last, the program ended inside a test
      const crashed = planned === undefined ? found.pop() : undefined;
      // a title without assertions is a comment
      for (const { name, outcome } of found) if (outcome !== undefined) tally.test(name, outcome);
      if (crashed !== undefined) tally.test(crashed.name, 'errored', { state: 'crashed' });
      else if (points < (planned ?? 0)) tally.count({ errored: 1 });
      return true;
    },
  };
}

function createDocument(tally: Tally) {
  const blocks = createBlocks();
  const levels = createLevels();
  let planned = 0;
  let seen = false;
  let subtests: number[] = [];
  let braces = false;

  const point = (indent: number, { failed, rest }: { failed: boolean; rest: string }): void => {
    blocks.leave(indent);
    subtests = subtests.filter((each) => each <= indent);
    // a point in a subtest that ends none is one of its assertions
    if (subtests.at(-1) === indent) subtests.pop();
    else if (subtests.length > 0 && !braces && !DIRECTIVE.test(rest)) {
      levels.assert(indent, failed);
      return;
    }
    const opens = rest.endsWith('{');
    braces ||= opens;
    const text = opens ? rest.slice(0, -1).trimEnd() : rest;
    const directive = DIRECTIVE.exec(text);
    const name = (directive === null ? text : text.slice(0, text.indexOf('#', directive.index)))
      .replace(TIME, '')
      .trim();
    const outcome = levels.add(indent, failed && directive === null && !opens);
    // subtests in braces follow their parent, which only repeats their result
    if (opens) blocks.open(indent, name);
    else if (outcome !== undefined) tally.test(blocks.nameOf(name), directive === null ? outcome : 'skipped');
  };
  return {
    push(content: string, indent: number): void {
      const [found, plan] = [POINT.exec(content), PLAN.exec(content)];
      const bails = content.startsWith('Bail out!');
      seen ||= found !== null || plan !== null || bails;
      if (found !== null) point(indent, { failed: found[1] !== undefined, rest: found[2] ?? '' });
      else if (content.startsWith('# Subtest')) {
        blocks.open(indent, content.replace(/^# Subtest:? ?/, ''));
        subtests = [...subtests.filter((each) => each < indent), indent];
      } else if (content === '}') blocks.leave(indent);
      else if (bails) tally.count({ errored: 1 });
      if (plan?.[1] === '0' && plan[2] !== undefined) tally.count({ skipped: 1 });
      if (indent === 0) planned += Number(plan?.[1] ?? 0);
    },
    end(): boolean {
      // announced tests that never ran are errors, not passes
      if (levels.outermost() < planned) tally.count({ errored: 1 });
      return seen;
    },
  };
}

interface Level {
  readonly indent: number;
  points: number;
  failures: number;
  /** Assertions beside subtests, and those that failed. */
  assertions: number;
  wrong: number;
}

function createLevels() {
  const create = (indent: number): Level => ({ indent, points: 0, failures: 0, assertions: 0, wrong: 0 });
  let levels: Level[] = [create(0)];
  const enter = (indent: number): Level => {
    levels = levels.filter((level) => level.indent <= indent);
    const last = levels.at(-1);
    if (last?.indent === indent) return last;
    const level = create(indent);
    levels.push(level);
    return level;
  };
  return {
    outermost: (): number => levels[0]?.points ?? 0,
    assert(indent: number, failed: boolean): void {
      const level = enter(indent);
      level.assertions++;
      if (failed) level.wrong++;
    },
    /** The outcome of a test that counts: a parent repeats that of its subtests, unless it asserts or fails by itself. */
    add(indent: number, failed: boolean): TestOutcome | undefined {
      const inner = levels.filter((level) => level.indent > indent);
      const level = enter(indent);
      level.points++;
      if (failed) level.failures++;
      const [own] = inner;
      const fails = failed && !inner.some(({ failures, wrong }) => failures + wrong > 0);
      if (own !== undefined && own.assertions > 0) return outcomeOf(fails || own.wrong > 0);
      return inner.length === 0 || fails ? outcomeOf(failed) : undefined;
    },
  };
}

const outcomeOf = (failed: boolean): TestOutcome => (failed ? 'failed' : 'passed');
