import type { z } from 'zod';

// by zod's format names, each with a valid example
const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a date and time in UTC such as 2026-11-15T12:00:00Z',
  date: 'a date such as 2026-11-15',
  time: 'a time such as 12:00:00',
  duration: 'a duration such as PT15M',
  url: 'a URL such as https://example.com/',
  hostname: 'a host name such as example.com',
  email: 'an email address such as ada@example.com',
  ipv4: 'an IPv4 address such as 192.0.2.1',
  ipv6: 'an IPv6 address such as 2001:db8::1',
  cidrv4: 'an IPv4 range such as 192.0.2.0/24',
  cidrv6: 'an IPv6 range such as 2001:db8::/32',
  mac: 'a MAC address such as 00:00:5e:00:53:01',
  uuid: 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91',
  guid: 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91',
  ulid: 'a ULID such as 01j0b3v1mmefdtx9cpdgkfhbch',
  base64: 'base64 such as aGVsbG8=',
  base64url: 'base64url such as aGVsbG8',
  hex: 'hexadecimal digits such as 1f3a',
  jwt: 'a JSON Web Token: three base64url parts separated by dots',
  lowercase: 'lower-case text',
  uppercase: 'upper-case text',
};

// by the type names of zod and JSON Schema
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  undefined: 'nothing',
  never: 'nothing',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };
const NON_EMPTY: Readonly<Record<string, string>> = { string: 'non-empty text', array: 'a non-empty list' };

/** What the schema expects at the path of an issue; completes the phrase "expected …". */
export function describeExpected(issue: z.core.$ZodIssue): string {
  // a schema's own message is more specific
  if (!/^(Invalid|Too|Unrecognized) /.test(issue.message)) return issue.message.replace(/^expected /, '');
  switch (issue.code) {
    case 'invalid_format':
      return describeFormat(issue);
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_key':
      return `a name that is ${describeFirst(issue.issues)}`;
    case 'invalid_element':
      return `items that are each ${describeFirst(issue.issues)}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'no such field';
    case 'custom':
      return 'a different value';
    case 'invalid_type':
      return describeType(issue.expected);
    case 'invalid_value':
      return describeOptions(issue.values);
    case 'too_big':
    case 'too_small':
      return describeRange(issue);
  }
}

/** A type of zod or JSON Schema in words. */
export const describeType = (type: string): string => (Object.hasOwn(TYPES, type) ? (TYPES[type] as string) : type);

const describeOptions = (options: readonly unknown[]): string => {
  const texts = options.map((option) => (typeof option === 'string' ? JSON.stringify(option) : String(option)));
  return `${texts.length === 1 ? '' : 'one of '}${texts.join(', ')}`;
};

function describeRange(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const { code, origin, inclusive = true, exact = false } = issue;
  const limit = code === 'too_big' ? issue.maximum : issue.minimum;
  const type = describeType(origin);
  const unit = UNITS[origin];
  if (unit === undefined && !inclusive) return `${type} ${code === 'too_big' ? 'below' : 'above'} ${limit}`;
  if (code === 'too_small' && limit === 1 && !exact && unit !== undefined) return NON_EMPTY[origin] as string;
  const bound = exact ? 'exactly' : code === 'too_big' ? 'at most' : 'at least';
  return `${type} of ${bound} ${limit}${unit === undefined ? '' : ` ${unit}${limit === 1 ? '' : 's'}`}`;
}

const describeFirst = ([first]: readonly z.core.$ZodIssue[]): string =>
  first === undefined ? 'different' : describeExpected(first);

function describeFormat(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if ('prefix' in issue) return `text that starts with ${JSON.stringify(issue.prefix)}`;
  if ('suffix' in issue) return `text that ends with ${JSON.stringify(issue.suffix)}`;
  if ('includes' in issue) return `text that includes ${JSON.stringify(issue.includes)}`;
  if (Object.hasOwn(FORMATS, issue.format)) return FORMATS[issue.format] as string;
  const { pattern } = issue;
  return pattern === undefined ? `text in the format ${issue.format}` : `text that matches ${pattern}`;
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return describeOptions(issue.options);
  const each = issue.errors.filter((errors) => errors[0]?.path.length === 0).map(describeFirst);
  return each.length === 0 ? 'exactly one of its alternatives' : [...new Set(each)].join(' or ');
}
