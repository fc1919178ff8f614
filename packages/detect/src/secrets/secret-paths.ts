import { basename } from 'node:path/posix';

const LOCKFILES =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|Pipfile\.lock|uv\.lock|pdm\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|go\.(?:sum|mod|work\.sum)|mix\.lock|flake\.lock|packages\.lock\.json|Package\.resolved|Podfile\.lock|gradle\.lockfile|verification-metadata\.xml|\.terraform\.lock\.hcl|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|(?:gradle|maven)-wrapper\.properties)$/;
const MEDIA =
  /\.(?:png|jpe?g|gif|bmp|ico|svg|webp|avif|tiff?|eot|otf|ttf|woff2?|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|wasm|bin|mp[34]|mov|webm|ogg|wav|psd|lockb|map|min\.[cm]?js|min\.css|bundle\.js)$/i;
const VENDORED =
  /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|\.yarn|\.venv|venv|dist-packages|Pods)\//;

/** Whether a file naturally contains random texts: lock files, media, vendored and generated code. */
export const isIgnoredPath = (path: string): boolean =>
  LOCKFILES.test(basename(path)) || MEDIA.test(path) || VENDORED.test(path);

const SECRET_FILE =
  /^(?:\.env(?:[._-].*|rc)?|.*\.pem|.*\.p12|.*\.pfx|id_(?:rsa|dsa|ecdsa|ed25519).*|.*\.keystore|.*\.jks)$/i;
const TEMPLATE = /(?:^|[._-])(?:example|sample|template|dist|tpl|default|defaults|schema|d)(?:[._-]|$)/i;

/** The rule that the name of a new file matches; undefined if none. */
export function findSecretFile(path: string, text: string): string | undefined {
  const name = basename(path);
  if (!SECRET_FILE.test(name) || name.endsWith('.pub') || VENDORED.test(path)) return undefined;
  if (name.startsWith('.env') && (TEMPLATE.test(name) || text.trim() === '')) return undefined;
  // certificates and public keys are not secret
  const isPublic =
    /-----BEGIN (?:TRUSTED |X509 )?(?:CERTIFICATE|[A-Z ]*PUBLIC KEY)/.test(text) && !/PRIVATE KEY/.test(text);
  return isPublic ? undefined : 'secret-file';
}
