import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store'];

// by name, not all of /etc: it has password hashes, host keys and tokens, and if the harness is root, its
// files belong to the sandbox user
const SETTINGS = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'ld.so.preload',
  'locale.alias',
  'localtime',
  'magic',
  'maven/m2.conf',
  'maven/logging',
  'mime.types',
  'os-release',
  'perl',
  'pki/ca-trust',
  'pki/tls/certs',
  'pki/tls/cert.pem',
  'pki/tls/openssl.cnf',
  'protocols',
  'services',
  'shells',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];
const VERSIONED_SETTINGS = /^(java|python)[-\d].*$/;
// which extensions PHP loads; its other settings can contain passwords
const PHP_EXTENSIONS = ['cli/conf.d', 'mods-available'];

/** How a host folder appears inside. */
export type Mount =
  | { readonly kind: 'readable'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** The parts of the system that programs need to run, without personal data. */
export function listSystemMounts(): Mount[] {
  const php = listNames('/etc/php').flatMap((version) => PHP_EXTENSIONS.map((name) => join('php', version, name)));
  const settings = [...SETTINGS, ...listNames('/etc').filter((name) => VERSIONED_SETTINGS.test(name)), ...php];
  return [...FOLDERS, ...settings.map((name) => join('/etc', name))].flatMap(findMount);
}

function findMount(path: string): Mount[] {
  try {
    const isLink = lstatSync(path).isSymbolicLink();
    return [isLink ? { kind: 'link', path, target: readlinkSync(path) } : { kind: 'readable', path }];
  } catch {
    // not every system has all of them
    return [];
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
