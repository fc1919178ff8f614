import type { Scenario } from '@assay/schema';
import { useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatNoun } from '../../../shared/format.ts';

// about five lines
const SHORT = { characters: 420, lines: 5 };

/** What the agent was asked. A long prompt starts collapsed. */
export function PromptCard({ scenario: { user_instruction, turns } }: { scenario: Scenario }) {
  const [open, setOpen] = useState(false);
  const asked = user_instruction.trim();
  const isLong = asked.length > SHORT.characters || asked.split('\n').length > SHORT.lines;
  return (
    <Card
      title="Prompt"
      aside={turns.length === 0 ? null : <span className="note">then {formatNoun(turns.length, 'message')} more</span>}
    >
      <p className="prompt" data-collapsed={(isLong && !open) || undefined}>
        <UntrustedText text={asked} />
      </p>
      {isLong ? (
        <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show the whole prompt'}
        </button>
      ) : null}
    </Card>
  );
}
