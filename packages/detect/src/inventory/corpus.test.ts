import { expect, test } from 'vitest';
import { DETECTORS, languageOfPair, OWN_CORPUS, readCorpus } from '../../test/corpus.ts';
import { explain, isWrong, judgePairs, measure } from '../../test/measure-corpus.ts';

const LEAST_PRECISION = 0.97;
const LEAST_RECALL = 0.95;

// the documented minimum per language
const LEAST_PAIRS: Readonly<Record<string, number>> = {
  Python: 90,
  'TypeScript, JavaScript': 90,
  Go: 60,
  Rust: 60,
  Java: 50,
  'C#': 15,
  Ruby: 15,
  PHP: 15,
  Kotlin: 10,
  Swift: 10,
  'C, C++': 10,
};

const corpus = readCorpus(OWN_CORPUS);
const judged = await judgePairs(corpus);

test('the corpus has unique pairs for every language, and both labels for each detector', () => {
  expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length);
  expect(new Set(corpus.map(({ before, after }) => JSON.stringify([before, after]))).size).toBe(corpus.length);
  for (const [language, least] of Object.entries(LEAST_PAIRS)) {
    const pairs = corpus.filter((pair) => languageOfPair(pair) === language);
    expect(pairs.length, language).toBeGreaterThanOrEqual(least);
    for (const detector of DETECTORS)
      expect(new Set(pairs.map(({ labels }) => labels[detector])), `${language} ${detector}`).toEqual(
        new Set(['pass', 'fail']),
      );
  }
});

test('reads and scores every pair', () => {
  expect(judged.filter(({ result }) => result.verdict === 'ERROR').map(explain)).toEqual([]);
});

test.each(DETECTORS)('%s reaches the documented precision and recall', (detector) => {
  const mine = judged.filter((one) => one.detector === detector);
  const { precision, recall } = measure(mine);
  const wrong = mine.filter(isWrong).map(explain).join('\n');
  expect(precision, wrong).toBeGreaterThanOrEqual(LEAST_PRECISION);
  expect(recall, wrong).toBeGreaterThanOrEqual(LEAST_RECALL);
});
