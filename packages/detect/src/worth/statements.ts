import type { Line } from '../inventory/outline.ts';

/** Names in a statement, outside of strings. */
export const namesIn = (text: string): string[] => text.match(/(?<!["'\w])[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

/** Whether a statement asserts: a call, the statement of Python and Java, the report of Go. */
export const asserts = ({ text }: Line): boolean =>
  ASSERTS.test(text) || text.startsWith('assert ') || /^\w+\.(?:Error|Fatal)f?\(/.test(text);
const ASSERTS = /^(?:await )?(?:[\w$]+\.)*(?:assert|expect|require|should)\w*[.(!]/i;

/** Whether a statement changes something: an assignment, or a call for its effect. */
export const changes = (text: string): boolean => CHANGES.test(text);
const CHANGES = /^[^=(]*[^=!<>(]=[^=>]|^(?:await )?[\w$.]+\(/;
