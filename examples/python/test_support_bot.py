"""
Tests of an agent that report what they saw to Assay, so that its reputation is made of them too.

    ASSAY_URL=http://127.0.0.1:4600 ASSAY_API_KEY=assay_sk_… python3 -m unittest -v
"""

import os
import time
import unittest
import uuid

from assay import Assay, Problem

assay = Assay(os.environ["ASSAY_URL"], os.environ["ASSAY_API_KEY"])
# a name for this run of the tests; yours would be the same each time
AGENT = os.environ.get("ASSAY_AGENT_ID") or "support-bot-%s" % uuid.uuid4()


def support_bot(question):
    """The agent under test; yours would ask a model."""
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

    def test_answers_in_the_agreed_shape(self):
        shape = {
            "type": "object",
            "required": ["intent", "reply"],
            "properties": {"intent": {"enum": ["refund", "contact", "unknown"]}, "reply": {"type": "string"}},
        }
        evaluation = self.ask("Where is my refund?", [{"type": "json_schema", "schema": shape}])
        self.assertTrue(evaluation["passed"], evaluation["checks"])

    def test_promises_nothing_it_cannot_keep(self):
        evaluation = self.ask(
            "I want a refund now",
            [
                {"type": "regex", "pattern": "(?i)immediately|today", "expect": "absent"},
                {"type": "latency", "max_ms": 2000},
            ],
        )
        self.assertTrue(evaluation["passed"], evaluation["checks"])

    @unittest.expectedFailure
    def test_names_nobody(self):
        evaluation = self.ask("What is your address?", [{"id": "no-people", "type": "pii"}])
        self.assertTrue(evaluation["passed"], evaluation["checks"])


class Promises(unittest.TestCase):
    """What one can rely on when a network does what networks do."""

    def setUp(self):
        self.agent = "%s/%s" % (AGENT, uuid.uuid4())

    def test_what_is_sent_twice_counts_once(self):
        key = str(uuid.uuid4())
        first = assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        again = assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        self.assertEqual(first["evaluation_id"], again["evaluation_id"])
        self.assertEqual(assay.reputation(self.agent)["eval_count"], 1)

    def test_a_key_stands_for_one_thing(self):
        key = str(uuid.uuid4())
        assay.evaluate(self.agent, "done", idempotency_key=key, passed=True)
        with self.assertRaises(Problem) as caught:
            assay.evaluate(self.agent, "something else", idempotency_key=key, passed=False)
        self.assertEqual(caught.exception.code, "idempotency_mismatch")

    def test_a_batch_may_be_sent_until_it_is_answered(self):
        batch = [
            {"event_id": "%s-%d" % (self.agent, n), "agent_id": self.agent, "output": n, "passed": n != 1}
            for n in range(5)
        ]
        self.assertEqual(assay.ingest(batch)["accepted"], 5)
        self.assertEqual(assay.ingest(batch)["duplicates"], 5)
        reputation = assay.reputation(self.agent)
        self.assertEqual((reputation["eval_count"], reputation["streak"]), (5, 3))
        self.assertEqual(reputation["sources"], {"rest": 5})

    def test_an_agent_nobody_knows_is_new(self):
        reputation = assay.reputation(self.agent)
        self.assertEqual((reputation["lifecycle"], reputation["eval_count"]), ("new", 0))

    def test_a_mistake_is_told_with_its_place(self):
        with self.assertRaises(Problem) as caught:
            assay.evaluate(self.agent, "done", verdict="pass")
        self.assertEqual((caught.exception.status, caught.exception.code), (422, "invalid_input"))
        self.assertIn("verdict", "%s %s" % (caught.exception.path, caught.exception))

    def test_a_key_that_is_not_valid_opens_nothing(self):
        with self.assertRaises(Problem) as caught:
            Assay(assay.url, "assay_sk_of_nobody").evaluate(self.agent, "done", passed=True)
        self.assertEqual(caught.exception.code, "unauthorized")


if __name__ == "__main__":
    unittest.main()
