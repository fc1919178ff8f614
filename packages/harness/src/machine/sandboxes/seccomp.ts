/* A seccomp filter: a BPF program that decides about system calls. */

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_GREATER = 0x25;
const JUMP_IF_GREATER_OR_EQUAL = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
const CALL_OFFSET = 0;
const MACHINE_OFFSET = 4;
/** System calls of another ABI, which would bypass the filter by their different numbers. */
const FOREIGN_CALLS = 0x40000000;

interface Machine {
  readonly id: number;
  /** The number of `add_key`; `request_key` and `keyctl` follow it on every machine. */
  readonly add_key: number;
}

const MACHINES: readonly Machine[] = [
  { id: 0xc000003e, add_key: 248 },
  { id: 0x40000003, add_key: 286 },
  { id: 0xc00000b7, add_key: 217 },
  { id: 0x40000028, add_key: 309 },
];

interface Instruction {
  readonly code: number;
  readonly operand: number;
  /** Instructions to skip if true, and if false. */
  readonly jumps?: readonly [yes: number, no: number];
}

/**
 * Blocks the system calls of kernel key rings. No namespace hides them: a program has the key rings of its
 * starter, and an operator's may hold tickets and tokens.
 */
export function buildSeccompProgram(): Uint8Array {
  const program = [...MACHINES.flatMap(refuseKeys), { code: RETURN, operand: ALLOW }];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, { code, operand, jumps: [yes, no] = [0, 0] }] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, yes);
    bytes.setUint8(index * 8 + 3, no);
    bytes.setUint32(index * 8 + 4, operand, true);
  }
  return new Uint8Array(bytes.buffer);
}

function refuseKeys({ id, add_key }: Machine): Instruction[] {
  const rules: Instruction[] = [
    { code: LOAD_WORD, operand: CALL_OFFSET },
    { code: JUMP_IF_GREATER_OR_EQUAL, operand: FOREIGN_CALLS, jumps: [3, 0] },
    { code: JUMP_IF_GREATER_OR_EQUAL, operand: add_key, jumps: [0, 1] },
    { code: JUMP_IF_GREATER, operand: add_key + 2, jumps: [0, 1] },
    { code: RETURN, operand: ALLOW },
    { code: RETURN, operand: REFUSE },
  ];
  return [
    { code: LOAD_WORD, operand: MACHINE_OFFSET },
    { code: JUMP_IF_EQUAL, operand: id, jumps: [0, rules.length] },
    ...rules,
  ];
}
