import type { z } from 'zod';

// by the names that zod has for them, each with one that is right
const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a date and time in UTC such as 2026-11-15T12:00:00Z',
  date: 'a date such as 2026-11-15',
  time: 'a time such as 12:00:00',
  duration: 'a duration such as PT15M',
  url: 'an address such as https://example.com/',
  hostname: 'the name of a host such as example.com',
  email: 'an email address such as ada@example.com',
  ipv4: 'an IPv4 address such as 192.0.2.1',
  ipv6: 'an IPv6 address such as 2001:db8::1',
  cidrv4: 'a range of IPv4 addresses such as 192.0.2.0/24',
  cidrv6: 'a range of IPv6 addresses such as 2001:db8::/32',
  mac: 'a MAC address such as 00:00:5e:00:53:01',
  uuid: 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91',
  guid: 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91',
  ulid: 'a ULID such as 01j0b3v1mmefdtx9cpdgkfhbch',
  base64: 'base64 such as aGVsbG8=',
  base64url: 'base64url such as aGVsbG8',
  hex: 'hexadecimal digits such as 1f3a',
  jwt: 'a JSON Web Token: three parts of base64url with dots between them',
  lowercase: 'text in lower case',
  uppercase: 'text in upper case',
};

/** What would have been right in the place of an issue; reads on from "expected". */
export function describeExpected(issue: z.core.$ZodIssue): string {
  // a schema that has words of its own knows best
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
      return 'another value';
    case 'invalid_type':
    case 'invalid_value':
    case 'too_big':
    case 'too_small':
      return issue.message
        .replace(/^[^:]*: expected /, '')
        .replace(/, received .*$/, '')
        .replace(/^int\b/, 'a whole number')
        .replace(/^never$/, 'nothing');
  }
}

const describeFirst = ([first]: readonly z.core.$ZodIssue[]): string =>
  first === undefined ? 'another' : describeExpected(first);

function describeFormat(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if ('prefix' in issue) return `text that starts with ${JSON.stringify(issue.prefix)}`;
  if ('suffix' in issue) return `text that ends with ${JSON.stringify(issue.suffix)}`;
  if ('includes' in issue) return `text that includes ${JSON.stringify(issue.includes)}`;
  if (Object.hasOwn(FORMATS, issue.format)) return FORMATS[issue.format] as string;
  const { pattern } = issue;
  return pattern === undefined ? `text of the form ${issue.format}` : `text that matches ${pattern}`;
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined)
    return `one of ${issue.options.map((option) => JSON.stringify(option)).join('|')}`;
  const each = issue.errors.filter((errors) => errors[0]?.path.length === 0).map(describeFirst);
  return each.length === 0 ? 'exactly one of its alternatives' : [...new Set(each)].join(' or ');
}
