/** Test runners. */
export const TEST_RUNNERS = words(`pytest py.test tox nox jest vitest mocha ava tap karma cypress playwright rspec
  phpunit pest ctest bats gotestsum nose2 nosetests trial behave cucumber testcafe jasmine wtr rake-test lein-test
  ginkgo paratest phpspec codecept behat busted prove pester stestr robot pabot newman tape uvu qunit wdio nightwatch
  codeceptjs detox maestro test-storybook web-test-runner parallel_rspec artisan-test`);

/** Type checkers. */
export const TYPE_CHECKERS =
  words(`tsc tsgo mypy pyright basedpyright ty pyrefly phpstan psalm vue-tsc svelte-check pyre
  dialyzer sorbet`);

/** Linters, and what else finds mistakes without running the code. */
export const LINTERS = words(`eslint ruff flake8 pylint biome stylelint golangci-lint staticcheck rubocop clang-tidy
  shellcheck swiftlint ktlint checkstyle detekt oxlint standard xo htmlhint markdownlint markdownlint-cli2 yamllint
  hadolint actionlint knip tflint ansible-lint sqlfluff bandit semgrep codespell cppcheck standardrb brakeman phpcs
  luacheck pre-commit lint-staged lefthook cspell depcruise`);

export const COMPILERS = words('gcc g++ clang clang++ cc c++ javac rustc kotlinc ghc');
export const BUILDERS = words('make gmake ninja bazel webpack rollup esbuild next vite tsup cmake');
export const FORMATTERS = words('prettier black isort gofmt gofumpt rustfmt yapf autopep8 dprint swiftformat');

/** Programs that do what a subcommand, a script or a target says. */
export const TASK_RUNNERS = words(`npm pnpm yarn bun deno go cargo mvn mvnw gradle gradlew make gmake just task dotnet
  swift rake mix sbt composer hatch pdm invoke nx turbo lerna mise poe moon pixi ng bazel zig flutter dart cabal stack
  lein ant meson ninja bundle rails artisan xcodebuild rush wireit tuist earthly`);

export const INTERPRETER =
  /^(?:python|pypy)[\d.]*$|^(?:node|deno|bun|ruby|perl|php|bash|sh|zsh|java|Rscript|lua|tsx|ts-node)$/;

export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
