import { readMediaType } from '../http/read-body.ts';
import { Reply } from '../http/reply.ts';

export const PROTOBUF = 'application/x-protobuf';

interface Refusal {
  /** The field of OTLP that counts the refused records. */
  readonly field: string;
  readonly count: number;
  readonly message: string;
}

/** The answer to an export request, in the encoding of the request. */
export function answerExport(headers: Headers, refusal: Refusal | null): Reply {
  if (readMediaType(headers) === PROTOBUF)
    return new Reply({
      content: refusal === null ? new Uint8Array() : encodeRefusal(refusal),
      headers: { 'content-type': PROTOBUF },
    });
  const partialSuccess = refusal && { [refusal.field]: String(refusal.count), errorMessage: refusal.message };
  return new Reply({ answer: partialSuccess === null ? {} : { partialSuccess } });
}

// {1: {1: count, 2: message}}, the same for every signal
function encodeRefusal({ count, message }: Refusal): Uint8Array {
  const text = Buffer.from(message);
  const inner = Buffer.concat([Buffer.of(0x08), varint(count), Buffer.of(0x12), varint(text.length), text]);
  return Buffer.concat([Buffer.of(0x0a), varint(inner.length), inner]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.of(...bytes, rest);
}
