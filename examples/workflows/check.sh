#!/bin/sh
# Checks a change in any CI. Run it in the checkout, from a copy of Assay outside of it:
#
#   /opt/assay/examples/workflows/check.sh [OPTIONS of assay check] > assay.xml
#
# Nothing in the checkout is executed or decides what is installed. The check itself gets no token. A second call posts
# the result if ASSAY_API_KEY or GITLAB_TOKEN is set, or COMMENT is true. The exit code is that of the check.
set -eu

checkout=$(pwd -P)
is_inside() { case $1 in "$checkout" | "$checkout"/* | "$PWD" | "$PWD"/*) return 0 ;; *) return 1 ;; esac; }

# the programs of the job, but none of the checkout
safe_path=
IFS=:
for folder in $PATH; do
  case $folder in /*) is_inside "$folder" || safe_path=$safe_path${safe_path:+:}$folder ;; esac
done
unset IFS
PATH=$safe_path
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
safe_home=${HOME:-$scratch}
if is_inside "$safe_home"; then safe_home=$scratch; fi

assay=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
if is_inside "$assay"; then
  echo "check.sh: $assay is inside the checkout, where the change could replace it. Install Assay elsewhere." >&2
  exit 2
fi

# what the job passes on: how to reach a network, which change it is, and what only posting the result needs
NETWORK='SYSTEMROOT TMPDIR TMP TEMP LANG HTTPS_PROXY HTTP_PROXY NO_PROXY https_proxy http_proxy no_proxy
  NODE_EXTRA_CA_CERTS NPM_CONFIG_REGISTRY'
POSTING='GITHUB_TOKEN GITHUB_REPOSITORY GITHUB_EVENT_PATH GITHUB_SHA GITHUB_REF GITHUB_HEAD_REF GITHUB_REF_NAME
  GITHUB_API_URL GITHUB_SERVER_URL GITLAB_TOKEN GITLAB_CI CI_API_V4_URL CI_PROJECT_ID CI_PROJECT_PATH CI_PROJECT_URL
  CI_MERGE_REQUEST_IID CI_COMMIT_SHA CI_COMMIT_REF_NAME ASSAY_URL ASSAY_API_KEY'

# run_with VARIABLES COMMAND…
run_with() (
  passed_on=" $(echo $1) "
  shift
  for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z_0-9]*\)=.*/\1/p'); do
    case $passed_on in *" $name "*) ;; *) command unset "$name" 2> /dev/null || : ;; esac
  done
  PATH=$safe_path HOME=$safe_home CI=true exec "$@"
)

if [ ! -e "$assay/packages/cli/bundle/main.js" ]; then
  (cd "$assay" && run_with "$NETWORK" npm ci --no-audit --no-fund >&2)
fi

base=${BASE:-${CI_MERGE_REQUEST_DIFF_BASE_SHA:-origin/main}}
head=${HEAD:-${CI_COMMIT_SHA:-HEAD}}
set -- node "$assay/packages/cli/bin/assay.js" check --base "$base" --head "$head" "$@"
status=0
run_with "$NETWORK" "$@" --no-push || status=$?

if [ -n "${ASSAY_API_KEY:-}${GITLAB_TOKEN:-}" ] || [ "${COMMENT:-}" = true ]; then
  if [ -n "${GITLAB_TOKEN:-}" ] || [ "${COMMENT:-}" = true ]; then set -- "$@" --comment; fi
  run_with "$NETWORK $POSTING" "$@" > /dev/null || :
fi
exit "$status"
