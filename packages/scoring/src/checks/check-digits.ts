// prefixes and lengths of issuer numbers
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;

/** Whether the digits are a card number: issuer prefix, length and Luhn checksum match. */
export function isCardNumber(text: string): boolean {
  const compact = text.replaceAll(/[ -]/g, '');
  if (!CARD.test(compact)) return false;
  const digits = [...compact].map(Number);
  const sum = digits.toReversed().reduce((all, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the text is an IBAN: its remainder modulo 97 is 1. */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  const turned = compact.slice(4) + compact.slice(0, 4);
  let remainder = 0;
  for (const character of turned) remainder = Number(`${remainder}${Number.parseInt(character, 36)}`) % 97;
  return remainder === 1;
}

/** Whether a number of this shape can exist: some areas and groups were never issued. */
export function isSocialSecurityNumber(text: string): boolean {
  const [area = '', group = '', serial = ''] = text.split('-');
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}
