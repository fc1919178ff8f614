import type { Band, ScorerVerdict, Tier } from '@assay/schema';

/** Selects a color in the style sheet. Words always accompany the color. */
export type Tone = 'good' | 'warn' | 'bad' | 'muted';

export function tierTone(tier: Tier): Tone {
  switch (tier) {
    case 'Elite':
    case 'Gold':
      return 'good';
    case 'Silver':
      return 'warn';
    case 'Bronze':
      return 'bad';
    case 'Unranked':
      return 'muted';
  }
}

export function bandTone(band: Band | null): Tone {
  switch (band) {
    case 'Excellent':
    case 'Good':
      return 'good';
    case 'Fair':
      return 'warn';
    case 'Poor':
      return 'bad';
    case null:
      return 'muted';
  }
}

export function verdictTone(verdict: ScorerVerdict | null): Tone {
  switch (verdict) {
    case 'PASS':
      return 'good';
    case 'FAIL':
      return 'bad';
    case 'ERROR':
      return 'warn';
    case 'N/A':
    case null:
      return 'muted';
  }
}
