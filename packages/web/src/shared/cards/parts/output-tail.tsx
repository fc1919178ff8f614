import type { CommandEvidence } from '@assay/schema';
import { formatBytes, formatDuration } from '../../format.ts';
import { LongText } from './long-text.tsx';
import { UntrustedText } from './untrusted-text.tsx';

/** The end of a command's output, where errors usually are. */
export function OutputTail({ output }: { output: CommandEvidence }) {
  return (
    <div className="output">
      <p>
        <code>
          <UntrustedText text={output.command} />
        </code>{' '}
        <span className="note">{endOf(output)}</span>
      </p>
      <Stream name="stdout" tail={output.stdout_tail} omitted={output.stdout_omitted_bytes} />
      <Stream name="stderr" tail={output.stderr_tail} omitted={output.stderr_omitted_bytes} />
    </div>
  );
}

function Stream({ name, tail, omitted }: { name: string; tail: string; omitted: number }) {
  if (tail.trim() === '') return null;
  return (
    <>
      <h4>
        {name}{' '}
        <span className="note">{omitted === 0 ? '' : `last part; ${formatBytes(omitted)} before it omitted`}</span>
      </h4>
      <LongText text={tail} />
    </>
  );
}

function endOf({ exit_code, signal, timed_out, duration_ms }: CommandEvidence): string {
  const after = `after ${formatDuration(duration_ms)}`;
  if (timed_out) return `timed out ${after}`;
  return signal === null ? `exit code ${exit_code ?? 'unknown'} ${after}` : `ended by ${signal} ${after}`;
}
