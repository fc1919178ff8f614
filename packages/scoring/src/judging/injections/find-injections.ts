import type { Finding } from '@assay/schema';
import { redactText } from '../../secrets/redact.ts';
import { neutralize } from '../text/neutralize.ts';
import { decode } from './decode.ts';
import { fold } from './fold.ts';
import { INJECTION_SIGNS } from './index.ts';

/** A text that the agent wrote or caused, with its location; for a file name, the name is the text. */
export interface WrittenText {
  readonly path: string;
  /** The line where its text starts, if any. */
  readonly line?: number;
  readonly text: string;
}

/**
 * Finds texts that address the grader, at most one finding per text. They do not change how the run is judged. Texts
 * about judging may look similar, so a person decides.
 */
export function findInjections(texts: readonly WrittenText[]): Finding[] {
  const findings: Finding[] = [];
  for (const written of texts) {
    const finding = findIn(written);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

/** Texts are read in overlapping pieces. */
const PIECE_LENGTH = 16_000;
const OVERLAP = 1_000;
const EXCERPT_LENGTH = 160;

function findIn({ path, line, text }: WrittenText): Finding | null {
  let linesBefore = 0;
  for (let start = 0; start < text.length; start += PIECE_LENGTH - OVERLAP) {
    const piece = text.slice(start, start + PIECE_LENGTH);
    const attempt = findAttempt(piece);
    if (attempt !== null)
      return {
        path,
        ...(line === undefined ? {} : { line: line + linesBefore + attempt.line }),
        kind: 'judge_injection_attempt',
        severity: 'review',
        message: `expected words about the task, found a text that ${attempt.does}`,
        after: excerpt(piece, attempt),
      };
    linesBefore += countLines(piece.slice(0, PIECE_LENGTH - OVERLAP));
  }
  return null;
}

interface Attempt {
  readonly does: string;
  /** Line within the piece, and relative position within that line, 0–1. */
  readonly line: number;
  readonly into: number;
}

function findAttempt(piece: string): Attempt | null {
  const folded = fold(piece);
  const plain = findSign(folded);
  if (plain !== null) return { does: plain.does, ...placeOf(folded, plain.at) };
  for (const { at, text, disguise } of decode(piece)) {
    const found = findSign(fold(text));
    if (found !== null) return { does: `${found.does}, in ${disguise}`, ...placeOf(piece, at) };
  }
  const hidden = findHiddenRun(piece);
  return hidden === null ? null : { does: 'hides a message in invisible characters', ...placeOf(piece, hidden) };
}

function findSign(folded: string): { does: string; at: number } | null {
  for (const { does, find } of INJECTION_SIGNS) {
    const at = find(folded);
    if (at !== null) return { does, at };
  }
  return null;
}

function placeOf(text: string, at: number): { line: number; into: number } {
  // a match may start with the preceding line feed
  const place = text[at] === '\n' ? at + 1 : at;
  const start = text.lastIndexOf('\n', place - 1) + 1;
  const end = text.indexOf('\n', place);
  return {
    line: countLines(text.slice(0, place)),
    into: (place - start) / Math.max(1, (end === -1 ? text.length : end) - start),
  };
}

const countLines = (text: string): number => text.split('\n').length - 1;

/** The line of the finding, or the relevant part of a long line. */
function excerpt(piece: string, { line, into }: Attempt): string {
  // a finding is shown to people, and the surrounding text may contain a secret
  const whole = redactText(piece.split('\n')[line] ?? '').text;
  const from = whole.length <= EXCERPT_LENGTH ? 0 : Math.max(0, Math.floor(into * whole.length) - EXCERPT_LENGTH / 4);
  return neutralize(whole.slice(from, from + EXCERPT_LENGTH))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH);
}

/**
 * Invisible characters in runs that no script needs: tags outside a flag, consecutive variation selectors, long runs of
 * joiners and zero-width spaces. They carry text that only a model reads.
 */
const RUN =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,16})[\u{e0000}-\u{e007f}]{4,}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}|[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{12,}/u;

/** Where such a run starts in unfolded text; null when there is none. */
function findHiddenRun(text: string): number | null {
  const at = text.search(RUN);
  return at === -1 ? null : at;
}
