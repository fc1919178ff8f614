import { type Check, satisfied, saysOnly } from './check.ts';

const NO_DEPENDENCIES =
  /\b(?:(?:do not|don['’]t|did not|didn['’]t|never|must not|without)\s+(?:add|install|introduc)\w{0,4}\s+(?:any\s+|a\s+)?(?:new\s+|third-party\s+|external\s+|runtime\s+)*(?:dependenc(?:y|ies)|packages?)|no (?:new|additional|extra|third-party|external)\s+(?:runtime\s+)?dependenc(?:y|ies))\b/i;
const MANIFEST =
  /(?:^|\/)(?:package(?:-lock)?\.json|(?:yarn|bun|poetry|Pipfile|uv|pdm|Cargo|Gemfile|composer|mix|flake|deno)\.lockb?|pnpm-(?:lock|workspace)\.yaml|requirements[^/]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml|Cargo\.toml|go\.(?:mod|sum)|Gemfile|[^/]+\.gemspec|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|composer\.json|[^/]+\.(?:cs|fs|vb)proj|packages\.(?:config|lock\.json)|mix\.exs|Package\.(?:swift|resolved)|pubspec\.(?:yaml|lock)|deno\.jsonc?|conanfile\.\w+|vcpkg\.json|CMakeLists\.txt)$/;

/** `No new dependencies`: satisfied when no manifest changed; a changed manifest needs a judge. */
export const sameDependencies: Check = ({ text }, { changed_paths }) => {
  const recognized = NO_DEPENDENCIES.exec(text)?.[0];
  if (changed_paths === null || recognized === undefined || !saysOnly(text, recognized)) return null;
  return changed_paths.some(({ path }) => MANIFEST.test(path)) ? null : satisfied('no file that lists them changed');
};
