import { expect, test } from 'vitest';
import { requireAllowedUrl } from './require-allowed-url.ts';

test.each([
  { url: 'https://hooks.example/a', local: true, remote: true },
  { url: 'https://8.8.8.8/', local: true, remote: true },
  { url: 'http://127.0.0.1:8080/', local: true, remote: false },
  { url: 'http://localhost/', local: true, remote: false },
  { url: 'https://a.localhost/', local: true, remote: false },
  { url: 'https://[::1]/', local: true, remote: false },
  { url: 'https://169.254.169.254/latest', local: false, remote: false },
  { url: 'https://10.0.0.1/', local: false, remote: false },
  { url: 'https://2130706433/', local: true, remote: false },
])('$url', ({ url, local, remote }) => {
  const isAllowed = (allow_local: boolean): boolean => {
    try {
      requireAllowedUrl(url, allow_local);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_input', path: 'url' });
      return false;
    }
  };
  expect([isAllowed(true), isAllowed(false)]).toEqual([local, remote]);
});
