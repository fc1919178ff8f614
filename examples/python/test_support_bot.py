"""
Tests of an agent that report their results to Assay, so that they count for its reputation.

    ASSAY_URL=http://127.0.0.1:4600 ASSAY_API_KEY=assay_sk_… python3 -m unittest -v
"""

import os
import time
import unittest
import uuid

from assay import Assay, Problem

assay = Assay(os.environ["ASSAY_URL"], os.environ["ASSAY_API_KEY"])
# unique for each run of these tests; use a fixed name for your agent
AGENT = os.environ.get("ASSAY_AGENT_ID") or "support-bot-%s" % uuid.uuid4()


def support_bot(question):
    """The agent under test; yours would call a model."""
    if "refund" in question:
        return {"intent": "refund", "reply": "Refunds take five working days."}
    if "address" in question:
        return {"intent": "contact", "reply": "Write to jane.doe@acme-toys.shop, she will know."}
    return {"intent": "unknown", "reply": "Could you say that in other words?"}


class SupportBot(unittest.TestCase):
    def ask(self, question, checks):
        started = time.monotonic()
        output = support_bot(question)
        latency_ms = (time.monotonic() - started) * 1000
        return assay.evaluate(AGENT, output, input=question, latency_ms=latency_ms, checks=checks)

    def test_output_matches_the_schema(self):
        shape = {
            "type": "object",
            "required": ["intent", "reply"],
            "properties": {"intent": {"enum": ["refund", "contact", "unknown"]}, "reply": {"type": "string"}},
        }
        evaluation = self.ask("Where is my refund?", [{"type": "json_schema", "schema": shape}])
        self.assertTrue(evaluation["passed"], evaluation["checks"])

    def test_does_not_promise_an_immediate_refund(self):
        evaluation = self.ask(
            "I want a refund now",
            [
                {"type": "regex", "pattern": "(?i)immediately|today", "expect": "absent"},
                {"type": "latency", "max_ms": 2000},
            ],
        )
        self.assertTrue(evaluation["passed"], evaluation["checks"])

    @unittest.expectedFailure
    def test_reveals_no_personal_data(self):
        evaluation = self.ask("What is your address?", [{"id": "no-people", "type": "pii"}])
        self.assertTrue(evaluation["passed"], evaluation["checks"])


class Guarantees(unittest.TestCase):
    """What the API guarantees, also on an unreliable network."""

    def setUp(self):
        self.agent = "%s/%s" % (AGENT, uuid.uuid4())

    def test_a_repeated_request_counts_once(self):
        key = str(uuid.uuid4())
        first = assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        again = assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        self.assertEqual(first["evaluation_id"], again["evaluation_id"])
        self.assertEqual(assay.reputation(self.agent)["eval_count"], 1)

    def test_a_key_cannot_be_reused_for_another_request(self):
        key = str(uuid.uuid4())
        assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        with self.assertRaises(Problem) as caught:
            assay.evaluate(self.agent, "something else", idempotency_key=key, passed=False)
        self.assertEqual(caught.exception.code, "idempotency_mismatch")

    def test_a_batch_can_be_sent_again(self):
        batch = [
            {"event_id": "%s-%d" % (self.agent, n), "agent_id": self.agent, "output": n, "passed": n != 1}
            for n in range(5)
        ]
        self.assertEqual(assay.ingest(batch)["accepted"], 5)
        self.assertEqual(assay.ingest(batch)["duplicates"], 5)
        reputation = assay.reputation(self.agent)
        self.assertEqual((reputation["eval_count"], reputation["streak"]), (5, 3))
        self.assertEqual(reputation["sources"], {"rest": 5})

    def test_an_unknown_agent_is_new(self):
        reputation = assay.reputation(self.agent)
        self.assertEqual((reputation["lifecycle"], reputation["eval_count"]), ("new", 0))

    def test_an_invalid_field_is_reported_with_its_path(self):
        with self.assertRaises(Problem) as caught:
            assay.evaluate(self.agent, "done", verdict="pass")
        self.assertEqual((caught.exception.status, caught.exception.code), (422, "invalid_input"))
        self.assertIn("verdict", "%s %s" % (caught.exception.path, caught.exception))

    def test_an_invalid_key_is_rejected(self):
        with self.assertRaises(Problem) as caught:
            Assay(assay.url, "assay_sk_of_nobody").evaluate(self.agent, "done", passed=True)
        self.assertEqual(caught.exception.code, "unauthorized")


if __name__ == "__main__":
    unittest.main()
