import type { GradedTranscript, SessionFinding, SessionRequest, WasteCause } from '@assay/schema';
import {
  CAUSE_WORDS,
  END_WORDS,
  type StateTone,
  VERIFICATION_WORDS,
  type WasteShares,
  wasteShares,
} from '@assay/scoring';
import { pad, shorten } from '../terminal/fit.ts';
import { formatDuration, formatNoun, onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

const MOST_REQUESTS = 8;
const MOST_FINDINGS = 3;

/** The state of the last change of code, and how the last request ended. */
export function drawState({ verification, verification_reason, end }: GradedTranscript, style: Style): string {
  const state = VERIFICATION_WORDS[verification];
  const ending = END_WORDS[end];
  const words = `${style.bold(toneOf(state.tone, style)(state.word))}, ${toneOf(ending.tone, style)(ending.word)}`;
  return `${words}: ${onOneLine(verification_reason)}`;
}

/** Each request on one line: verification and end, what was asked, and what went wrong with it. */
export function drawRequests(requests: readonly SessionRequest[], style: Style): string[] {
  if (requests.length === 1 && requests[0]?.corrections.length === 0) return drawRemarks(requests[0], style);
  const shown = requests.slice(-MOST_REQUESTS);
  const hidden = requests.length - shown.length;
  return [
    ...(hidden > 0 ? [style.dim(`  ${formatNoun(hidden, 'earlier request')}`)] : []),
    ...shown.flatMap((request, i) => [drawRequest(request, hidden + i + 1, style), ...drawRemarks(request, style)]),
  ];
}

function drawRequest({ prompt, verification, end, wall_ms }: SessionRequest, number: number, style: Style): string {
  const state = VERIFICATION_WORDS[verification];
  const worked = [wall_ms.agent, wall_ms.tools, wall_ms.service].reduce<number>((all, ms) => all + (ms ?? 0), 0);
  const time = wall_ms.agent === null ? '' : style.dim(` ${formatDuration(worked)}`);
  const ending = end === 'finished' ? '' : `, ${toneOf(END_WORDS[end].tone, style)(END_WORDS[end].word)}`;
  return `  ${String(number).padStart(2)} ${toneOf(state.tone, style)(pad(state.word, 13))} “${shorten(onOneLine(prompt), 60)}”${ending}${time}`;
}

/** The contradiction and the correction, if there is one. */
function drawRemarks({ claims, corrections }: SessionRequest, style: Style): string[] {
  const claim = claims.find(({ state }) => state === 'contradicted');
  const correction = corrections.find(({ kind }) => kind === 'message') ?? corrections[0];
  const more = corrections.length > 1 ? ` (and ${corrections.length - 1} more)` : '';
  return [
    ...(claim === undefined
      ? []
      : [
          `     ${style.bad('contradicted:')} “${shorten(onOneLine(claim.claim), 60)}”, but ${onOneLine(claim.reason)}`,
        ]),
    ...(correction === undefined
      ? []
      : [`     ${style.warn(CORRECTED[correction.kind])} ${shorten(onOneLine(correction.text), 70)}${more}`]),
  ];
}

const CORRECTED = { message: 'corrected:', rejected_call: 'rejected:', interruption: 'interrupted:' } as const;

const BAR = 48;
const MARKS: Readonly<Record<WasteCause, string>> = {
  request: '█',
  failed_calls: '✗',
  reread: '▒',
  unused_output: '░',
  undone_work: '↺',
  rebuilt_context: '◌',
  service_wait: '~',
  person_wait: '·',
};

/** The waste bars: money or tokens, and time. */
export function drawWaste({ waste }: GradedTranscript, style: Style): string[] {
  const bars = (['money', 'time'] as const).flatMap((kind) => wasteShares(waste, kind) ?? []);
  if (bars.length === 0) return [];
  const marks = new Set(bars.flatMap(({ parts }) => parts.filter(({ share }) => share > 0).map(({ cause }) => cause)));
  const legend = [...marks].map((cause) => `${MARKS[cause]} ${CAUSE_WORDS[cause]}`);
  return [...bars.map((bar) => drawBar(bar, style)), style.dim(`         ${legend.join('  ')}`)];
}

function drawBar({ of, parts, wasted }: WasteShares, style: Style): string {
  let [drawn, reached] = ['', 0];
  for (const { cause, share } of parts) {
    reached += share;
    drawn = drawn.padEnd(Math.round(reached * BAR), MARKS[cause]);
  }
  const tone = wasted >= 0.3 ? style.bad : wasted >= 0.1 ? style.warn : style.dim;
  return `  ${of.padEnd(6)} ${drawn}  ${tone(`${Math.round(wasted * 100)} % waste`)}`;
}

/** The costliest findings, each with what to do. */
export function drawFindings(findings: readonly SessionFinding[], style: Style): string[] {
  return findings
    .slice(0, MOST_FINDINGS)
    .flatMap((finding) => [
      `${style.warn('›')} ${onOneLine(finding.message)}${describeCost(finding, style)}`,
      `  ${onOneLine(finding.advice)}`,
    ]);
}

function describeCost({ cost_usd, wall_ms }: SessionFinding, style: Style): string {
  const parts = [
    ...(cost_usd === null || cost_usd < 0.005 ? [] : [`about $${cost_usd.toFixed(2)}`]),
    ...(wall_ms === null || wall_ms < 1000 ? [] : [formatDuration(wall_ms)]),
  ];
  return parts.length === 0 ? '' : style.dim(` ${parts.join(', ')}`);
}

/** Color for a tone; none for a state that neither helps nor accuses. */
function toneOf(tone: StateTone, { good, warn, bad }: Style): (text: string) => string {
  return { good, fair: warn, bad, none: (text: string) => text }[tone];
}
