/** The kind of a file, judged by its name. */
type PathKind = 'source' | 'config' | 'generated';

const GENERATED_NAME =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|bun\.lockb?|go\.sum|pnpm-lock\.yaml|Package\.resolved|gradlew(?:\.bat)?|.{1,100}\.lock(?:file|\.json|\.hcl)?|.{1,200}\.(?:map|min\.[cm]?js|min\.css|pyc|snap\.bak))$/i;
const GENERATED_FOLDER =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|coverage|__pycache__|\.next|\.venv|venv|site-packages)\//;
const CONFIG_NAME =
  /^(?:\..{1,100}|Dockerfile.{0,50}|Makefile|Rakefile|Gemfile|Procfile|go\.(?:mod|work)|.{1,200}\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|gradle|kts|csproj|sln|env|txt|md|mdx|rst)|.{1,100}\.config\.[cm]?[jt]s)$/i;

/** By the name alone: the agent wrote the content and could make it look like anything. */
export function pathKind(path: string): PathKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (GENERATED_NAME.test(name) || GENERATED_FOLDER.test(path)) return 'generated';
  return CONFIG_NAME.test(name) ? 'config' : 'source';
}
