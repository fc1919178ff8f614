/**
 * Adds a reporter to the runner that a Node process is, by its own options. Node loads it before the program; programs
 * that tests start do not. Works with Node 14 and later.
 */
export const NODE_HOOK = String.raw`'use strict';
const fs = require('fs');
const path = require('path');

const reporter = path.join(__dirname, 'reporter.cjs');
const RUNNERS = [
  [/\/vitest\/vitest\.mjs$/, () => ['--reporter=default', '--reporter=' + reporter]],
  [/\/(?:jest|jest-cli)\/bin\/jest\.js$/, () => ['--reporters=default', '--reporters=' + reporter]],
  [/\/mocha\/bin\/_?mocha(?:\.js)?$/, () => ['--reporter', reporter]],
  [/\/jasmine\/bin\/jasmine(?:\.js)?$/, () => ['--reporter=' + reporter]],
  [/\/(?:playwright|@playwright\/test)\/cli\.js$/, () => ((process.env.PW_TEST_REPORTER = process.env.PW_TEST_REPORTER || reporter), [])],
  [/\/ava\/(?:entrypoints\/cli\.mjs|cli\.js)$/, (program) => (require(reporter).ava(program), [])],
  [/\/tap\/(?:bin\/run\.js|dist\/esm\/run\.mjs)$/, () => ['--output-file=' + path.join(__dirname, 'out', 'tap-' + process.pid + '.tap')]],
];
const NO_TESTS = /^(?:--help|--version|-h|-v|--listTests|--showConfig|list|bench|init|--list|show-report|install|codegen)$/;

try {
  const program = fs.realpathSync(process.argv[1]).split(path.sep).join('/');
  const found = RUNNERS.find(([pattern]) => pattern.test(program));
  const words = process.argv.slice(2);
  if (found && !words.some((word) => NO_TESTS.test(word))) {
    const end = process.argv.indexOf('--');
    process.argv.splice(end < 0 ? process.argv.length : end, 0, ...found[1](program));
    hide();
    // npm and other tools of the project may start a runner; its own programs do not
  } else if (!program.includes('/node_modules/')) hide();
} catch {
  // not started with a file
}

// what tests start is not recorded
function hide() {
  const words = (process.env.NODE_OPTIONS || '').split(' ');
  const own = words.some((word) => word.startsWith('--test-reporter=' + __dirname)) ? /^--(?:require|test-reporter(?:-destination)?)=/ : /^--require=/;
  const kept = words.filter((word) => !own.test(word) || (word.startsWith('--require=') && !word.includes(__dirname))).join(' ');
  if (kept === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = kept;
}
`;

/** A reporter of Vitest, Jest, Mocha, Jasmine, Playwright and AVA in one. */
export const NODE_REPORTER = String.raw`'use strict';
const fs = require('fs');
const path = require('path');

const id = process.pid + '-' + Math.random().toString(36).slice(2);
const file = path.join(__dirname, 'out', id + '.jsonl');
let runner;
function write(entry) {
  if (runner === undefined) fs.appendFileSync(file, JSON.stringify({ runner: (runner = entry.runner) }) + '\n');
  delete entry.runner;
  fs.appendFileSync(file, JSON.stringify(entry) + '\n');
}
const join = (names) => names.filter((name) => name !== '').join(' > ');

function Reporter(first, options) {
  if (first && typeof first.on === 'function' && typeof first.run === 'function') return mocha(first, options);
}

// Jest
Reporter.prototype.onRunComplete = function (_, results) {
  for (const one of results.testResults) {
    const file = one.testFilePath;
    for (const test of one.testResults) {
      const outcome = { passed: 'passed', failed: 'failed' }[test.status] || 'skipped';
      const state = test.status === 'todo' ? 'todo' : test.invocations > 1 && outcome === 'passed' ? 'flaky' : null;
      write({ runner: 'jest', test: join([...test.ancestorTitles, test.title]), file, outcome, state });
    }
    const failed = one.testResults.some((test) => test.status === 'failed');
    if ((one.testExecError || one.failureMessage) && !failed)
      write({ runner: 'jest', test: 'cannot be loaded', file, outcome: 'errored', state: 'not_collected' });
  }
  write({ runner: 'jest', end: true });
};

// Vitest
const VITEST = { pass: 'passed', passed: 'passed', fail: 'failed', failed: 'failed' };
Reporter.prototype.onTestRunEnd = function (modules, errors) {
  for (const one of modules) {
    const file = one.moduleId;
    let failed = false;
    for (const test of one.children.allTests()) {
      const names = [];
      for (let at = test; at && at.type !== 'module'; at = at.parent) names.unshift(at.name);
      const result = test.result();
      const outcome = VITEST[result && result.state] || 'skipped';
      failed = failed || outcome === 'failed';
      const retried = test.diagnostic && (test.diagnostic() || {}).retryCount > 0;
      const todo = test.options && test.options.mode === 'todo';
      const state = todo ? 'todo' : outcome === 'passed' && retried ? 'flaky' : null;
      write({ runner: 'vitest', test: join(names), file, outcome, state });
    }
    if (one.state() === 'failed' && !failed)
      write({ runner: 'vitest', test: 'cannot be loaded', file, outcome: 'errored', state: 'not_collected' });
  }
  for (const error of errors || []) write({ runner: 'vitest', test: 'unhandled error: ' + String(error && error.message).slice(0, 200), outcome: 'errored' });
  write({ runner: 'vitest', end: true });
};
// up to Vitest 2
Reporter.prototype.onFinished = function (files, errors) {
  if (runner !== undefined) return;
  const walk = (task, names, file) => {
    if (task.type === 'suite') return task.tasks.map((one) => walk(one, names.concat(task.name), file)).some(Boolean);
    const outcome = VITEST[task.result && task.result.state] || 'skipped';
    const state = task.mode === 'todo' ? 'todo' : outcome === 'passed' && task.result.retryCount > 0 ? 'flaky' : null;
    write({ runner: 'vitest', test: join(names.concat(task.name)), file, outcome, state });
    return outcome === 'failed';
  };
  for (const one of files || []) {
    const failed = one.tasks.map((task) => walk(task, [], one.filepath)).some(Boolean);
    if (one.result && one.result.state === 'fail' && !failed)
      write({ runner: 'vitest', test: 'cannot be loaded', file: one.filepath, outcome: 'errored', state: 'not_collected' });
  }
  for (const error of errors || []) write({ runner: 'vitest', test: 'unhandled error: ' + String(error && error.message).slice(0, 200), outcome: 'errored' });
  write({ runner: 'vitest', end: true });
};

// Jasmine
const kept = [];
Reporter.prototype.jasmineStarted = function () {
  write({ runner: 'jasmine', start: '' });
};
Reporter.prototype.suiteStarted = function (suite) {
  kept.push(suite.description);
};
Reporter.prototype.suiteDone = function (suite) {
  kept.pop();
  if (suite.failedExpectations.length > 0) write({ test: suite.fullName, outcome: 'errored' });
};
Reporter.prototype.specDone = function (spec) {
  const outcome = { passed: 'passed', failed: 'failed' }[spec.status] || 'skipped';
  write({ test: join(kept.concat(spec.description)), file: spec.filename, outcome, state: null });
  process.stdout.write({ passed: '.', failed: 'F', skipped: '*' }[outcome]);
  for (const each of outcome === 'failed' ? spec.failedExpectations : []) console.log('\n' + spec.fullName + '\n' + each.message + '\n' + each.stack);
};
Reporter.prototype.jasmineDone = function (result) {
  for (const each of result.failedExpectations) {
    write({ test: each.message.slice(0, 200), outcome: 'errored', state: 'not_collected' });
    console.log('\n' + each.message + '\n' + each.stack);
  }
  write({ end: true });
  console.log('\n' + result.overallStatus);
};

// Playwright
Reporter.prototype.printsToStdio = () => false;
Reporter.prototype.onBegin = function (first, second) {
  // workers have it too
  delete process.env.PW_TEST_REPORTER;
  this.suite = second || first;
};
Reporter.prototype.onError = function (error) {
  const file = error.location && error.location.file;
  const test = file ? 'cannot be loaded' : String(error.message || error.value).slice(0, 200);
  write({ runner: 'playwright', test, file, outcome: 'errored', state: 'not_collected' });
};
Reporter.prototype.onEnd = function () {
  for (const test of this.suite ? this.suite.allTests() : []) {
    const last = (test.results[test.results.length - 1] || {}).status || 'skipped';
    const expected = test.expectedStatus === 'failed';
    const errored = last === 'timedOut' || last === 'interrupted';
    let [outcome, state] = [errored ? 'errored' : last, last === 'timedOut' ? 'timed_out' : null];
    if (expected && last !== 'skipped') [outcome, state] = last === 'passed' ? ['failed', 'unexpected_pass'] : ['skipped', 'expected_failure'];
    else if (last === 'passed' && test.results.length > 1) state = 'flaky';
    write({ runner: 'playwright', test: join(test.titlePath().slice(3)), file: test.location.file, outcome, state });
  }
  write({ runner: 'playwright', end: true });
};

// AVA has no reporters, so what its run tells them is read
Reporter.ava = function (program) {
  const lib = path.join(program, program.endsWith('.mjs') ? '../../lib' : '../lib', 'run-status.js');
  import(require('url').pathToFileURL(lib)).then(({ default: RunStatus }) => {
    const tell = RunStatus.prototype.emitStateChange;
    RunStatus.prototype.emitStateChange = function (event) {
      const { type, title = '', testFile: file } = event;
      const add = (test, outcome, state, of = file) =>
        write({ runner: 'ava', test: test.split(' \u203a ').join(' > '), file: of, outcome, state });
      const pending = (outcome, state, wanted) => {
        for (const [of, titles] of this.pendingTests)
          for (const one of of === wanted || !wanted ? titles : []) add(one, outcome, state, of);
      };
      if (type === 'selected-test' && (event.skip || event.todo)) add(title, 'skipped', event.todo ? 'todo' : null);
      if (type === 'test-passed') add(title, event.knownFailing ? 'skipped' : 'passed', event.knownFailing ? 'expected_failure' : null);
      if (type === 'test-failed') add(title, 'failed', event.knownFailing ? 'unexpected_pass' : null);
      if (type === 'hook-failed') add(title, 'errored');
      if (type === 'uncaught-exception' || type === 'unhandled-rejection') {
        const loaded = this.stats.byFile.get(file);
        if (loaded && loaded.declaredTests > 0) add(type.replace('-', ' '), 'errored');
      }
      if (type === 'worker-failed' || type === 'missing-ava-import') {
        const { declaredTests = 0 } = this.stats.byFile.get(file) || {};
        if (declaredTests === 0) add('cannot be loaded', 'errored', 'not_collected');
      }
      if (type === 'timeout') pending('errored', 'timed_out');
      if (type === 'process-exit') pending('errored', 'crashed', file);
      return tell.call(this, event);
    };
    // the last call of each run; before version 6, there is no event for the end
    const finish = RunStatus.prototype.suggestExitCode;
    RunStatus.prototype.suggestExitCode = function (...all) {
      write({ runner: 'ava', end: true });
      return finish.apply(this, all);
    };
  }, () => undefined);
};

function mocha(run, options) {
  const titles = (test) => {
    const names = [];
    for (let at = test; at && !at.root; at = at.parent) names.unshift(at.title);
    return join(names);
  };
  const retried = new Set();
  const tell = (outcome, state) => (test) => write({ runner: 'mocha', test: titles(test), file: test.file, outcome, state });
  run.on('pass', (test) => tell('passed', test.currentRetry && test.currentRetry() > 0 ? 'flaky' : null)(test));
  run.on('pending', tell('skipped', null));
  run.on('fail', (test) => tell(test.type === 'hook' ? 'errored' : 'failed', null)(test));
  run.on('end', () => write({ runner: 'mocha', end: true }));
  const { Spec } = require(require('module').createRequire(process.argv[1]).resolve('mocha')).reporters;
  return new Spec(run, options);
}

module.exports = Reporter;
`;

/** A reporter of Node's test runner. */
export const NODE_TEST_REPORTER = String.raw`import { appendFileSync } from 'node:fs';

const file = new URL('out/' + process.pid + '-' + Math.random().toString(36).slice(2) + '.jsonl', import.meta.url);

export default async function* report(source) {
  const names = [];
  const suites = [];
  let runner;
  const write = (entry) => {
    if (runner === undefined) appendFileSync(file, JSON.stringify({ runner: (runner = 'node') }) + '\n');
    appendFileSync(file, JSON.stringify(entry) + '\n');
  };
  for await (const { type, data } of source) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { nesting, name, details = {} } = data;
    const failed = type === 'test:fail';
    const test = [...names.slice(0, nesting), name].join(' > ');
    const directive = data.skip !== undefined || data.todo !== undefined;
    if (details.type === 'suite') {
      // a suite fails with its tests; alone, one of its hooks failed
      if (failed && !suites[nesting]) write({ test, file: data.file, outcome: 'errored', state: null });
      if (failed && nesting > 0) suites[nesting - 1] = true;
      suites[nesting] = false;
      continue;
    }
    if (failed && !directive && nesting > 0) suites[nesting - 1] = true;
    const reason = failed && details.error ? details.error.failureType : '';
    if (failed && nesting === 0 && data.file !== undefined && data.file.endsWith(name)) {
      write({ test: 'cannot be loaded', file: data.file, outcome: 'errored', state: 'not_collected' });
      continue;
    }
    const timed_out = reason === 'testTimeoutFailure';
    const errored = timed_out || reason === 'cancelledByParent';
    const outcome = directive ? 'skipped' : errored ? 'errored' : failed ? 'failed' : 'passed';
    write({ test, file: data.file, outcome, state: data.todo !== undefined ? 'todo' : timed_out ? 'timed_out' : null });
  }
  if (runner !== undefined) write({ end: true });
}
`;
