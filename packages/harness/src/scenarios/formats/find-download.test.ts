import { expect, test } from 'vitest';
import { findDownload } from './find-download.ts';

test.each([
  '# Install curl\napt-get update\napt-get install -y curl\n',
  'curl -LsSf https://astral.sh/uv/0.9.5/install.sh | sh',
  'uvx \\\n  -p 3.13 \\\n  -w pytest==8.4.1 \\\n  pytest --ctrf /logs/verifier/ctrf.json /tests/test_outputs.py -rA',
  'set -e\nif ! command -v pytest; then\n  pip install -q pytest==8.4.1\nfi',
  'python3 -m pip install -r /tests/requirements.txt',
  'pip install .',
  'uv pip install --system pytest',
  'uv run --with pytest pytest /tests',
  'cd /tests && npm ci && npm test',
  'npx -y jest@29',
  'git clone https://example.com/a.git /tmp/a',
  'wget -q http://example.com/data.tar.gz',
  'go install gotest.tools/gotestsum@latest',
  'apk add --no-cache bash',
  'bash -c "apt-get install -y jq"',
])('%j downloads', (script) => {
  expect(findDownload(script)).toBeDefined();
});

test.each([
  'pytest /tests/test_outputs.py -rA\nif [ $? -eq 0 ]; then echo 1; else echo 0; fi > /logs/verifier/reward.txt',
  'curl -s http://localhost:3000/health',
  'curl -s "http://127.0.0.1:$PORT/x" -o out.json; wget -O- http://server:80/',
  'curl "$URL"',
  'npx vitest run --reporter=junit\npnpm -F core test run\npnpm exec jest\nyarn test',
  'corepack pnpm exec vitest run',
  'go test -json ./...\ngo install ./cmd/tool',
  'cargo test --offline\ncargo install --path .',
  'pip install --no-index --find-links /wheels pytest\npip install --no-deps -e .\npip list',
  'uv run --offline pytest\nuv run pytest',
  'git diff HEAD\ngit fetch origin',
  'echo "apt-get install curl"\n# curl https://example.com',
  'require_cmd npx; require_cmd go',
  'apt list --installed',
  '',
])('%j downloads nothing', (script) => {
  expect(findDownload(script)).toBeUndefined();
});
