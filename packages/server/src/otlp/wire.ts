import { AssayError } from '@assay/schema';
import { tooManyValues } from '../documents/scan-json.ts';

/** A field of a message: its name in JSON, and its type. A type in brackets is repeated. */
type WireField = readonly [name: string, type: string];
/** The fields of a message by number. */
type WireMessage = Readonly<Record<number, WireField>>;
export type WireMessages = Readonly<Record<string, WireMessage>>;

export interface DecodeOptions {
  readonly messages: WireMessages;
  /** Fields, whether they are known or not. */
  readonly max_values: number;
}

// real telemetry nests about a dozen messages
const DEEPEST = 64;
// a number of up to four bytes needs no more than the integers of the processor
const SHORT_BITS = 28;

/**
 * Decodes a message of Protocol Buffers into the JSON that OTLP defines for it: ids in hexadecimal, 64-bit integers as
 * text. Fields that the tables do not name are skipped.
 */
export function decodeMessage(
  bytes: Uint8Array,
  type: string,
  { messages, max_values }: DecodeOptions,
): Record<string, unknown> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [position, values] = [0, 0];

  const require = (length: number): void => {
    if (length > bytes.length - position) throw malformed('a field is longer than the message');
  };
  const readVarint = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      require(1);
      const byte = bytes[position++] as number;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
      shift += 7n;
      if (shift > 63n) throw malformed('a number has more than 64 bits');
    }
  };
  const readNumber = (): number => {
    const start = position;
    for (let [value, shift] = [0, 0]; shift < SHORT_BITS; shift += 7) {
      require(1);
      const byte = bytes[position++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    position = start;
    return Number(readVarint());
  };
  const readLength = (): number => {
    const length = readNumber();
    require(length);
    return length;
  };
  const readBytes = (): Uint8Array => {
    const length = readLength();
    position += length;
    return bytes.subarray(position - length, position);
  };
  const readFixed64 = (): bigint => {
    require(8);
    position += 8;
    return view.getBigUint64(position - 8, true);
  };
  const scalars: Readonly<Record<string, () => unknown>> = {
    string: () => Buffer.from(readBytes()).toString('utf8'),
    hex: () => Buffer.from(readBytes()).toString('hex'),
    base64: () => Buffer.from(readBytes()).toString('base64'),
    fixed64: () => String(readFixed64()),
    sfixed64: () => String(BigInt.asIntN(64, readFixed64())),
    int64: () => String(BigInt.asIntN(64, readVarint())),
    uint32: () => readNumber() >>> 0,
    bool: () => readNumber() !== 0,
    double: () => {
      readFixed64();
      return view.getFloat64(position - 8, true);
    },
  };
  const skip = (wireType: number): void => {
    if (wireType === 0) readNumber();
    else if (wireType === 1) readFixed64();
    else if (wireType === 2) readBytes();
    else if (wireType === 5) {
      require(4);
      position += 4;
    } else throw malformed(`the wire type ${wireType} is not known`);
  };
  const readMessage = (fields: WireMessage, end: number, depth: number): Record<string, unknown> => {
    if (depth > DEEPEST) throw malformed(`messages are nested deeper than ${DEEPEST}`);
    const message: Record<string, unknown> = {};
    while (position < end) {
      if (++values > max_values) throw tooManyValues(max_values);
      const tag = readNumber();
      const [field, wireType] = [fields[tag >>> 3], tag & 7];
      if (field === undefined || wireType !== wireTypeOf(field[1])) {
        skip(wireType);
        continue;
      }
      const [name, declared] = field;
      const kind = declared.replace('[]', '');
      const inner = messages[kind];
      const value = inner ? readMessage(inner, readLength() + position, depth + 1) : scalars[kind]?.();
      if (kind === declared) message[name] = value;
      else if (Array.isArray(message[name])) (message[name] as unknown[]).push(value);
      else message[name] = [value];
    }
    if (position > end) throw malformed('a field is longer than its message');
    return message;
  };
  return readMessage(messages[type] ?? {}, bytes.length, 0);
}

const WIRE_TYPES: Readonly<Record<string, number>> = {
  ...{ int64: 0, uint32: 0, bool: 0 },
  ...{ fixed64: 1, sfixed64: 1, double: 1 },
};

// texts, bytes and messages have a length
const wireTypeOf = (type: string): number => WIRE_TYPES[type.replace('[]', '')] ?? 2;

const malformed = (reason: string): AssayError =>
  new AssayError('invalid_input', `the body is not valid OTLP in Protocol Buffers: ${reason}`);
