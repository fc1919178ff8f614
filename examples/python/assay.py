"""A client for the Assay REST API in plain Python, with urllib only."""

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

PASSING = {408, 425, 429, 500, 502, 503, 504}


class Problem(Exception):
    """An error response of the server. Branch on `code`."""

    def __init__(self, status, body):
        super().__init__(body.get("detail") or "status %d" % status)
        self.status = status
        self.code = body.get("code")
        self.path = body.get("path")


class Assay:
    def __init__(self, url, key, retries=3, timeout_s=10):
        self.url = url.rstrip("/")
        self.key = key
        self.retries = retries
        self.timeout_s = timeout_s

    def evaluate(self, agent_id, output, idempotency_key=None, **fields):
        """Evaluates one output with its checks. Sent twice with the same key, it counts once."""
        body = {"agent_id": agent_id, "output": output, **fields}
        return self.send("POST", "/v1/evaluate", body, idempotency_key)

    def ingest(self, evaluations):
        """Sends many evaluations in order, each with a unique `event_id`."""
        return self.send("POST", "/v1/ingest", {"evaluations": evaluations})

    def reputation(self, agent_id):
        return self.send("GET", "/v1/reputation/" + urllib.parse.quote(agent_id, safe=""))

    def send(self, method, path, body=None, idempotency_key=None):
        headers = {"Authorization": "Bearer " + self.key, "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
            # the same key for every retry, so that the request takes effect once
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        for left in range(self.retries, -1, -1):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                problem = Problem(error.code, read_json(error))
                if left == 0 or error.code not in PASSING:
                    raise problem from None
                wait_s = float(error.headers.get("Retry-After") or 0)
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                if left == 0:
                    raise
                wait_s = 0
            time.sleep(max(wait_s, 2 ** (self.retries - left) * random.uniform(0.1, 0.2)))


def read_json(response):
    try:
        return json.load(response)
    except ValueError:
        return {}
