/**
 * Records what pytest, unittest and nose2 run. Python loads it at its start, from a folder on `PYTHONPATH` that only the first
 * process sees: programs that tests start are not recorded. Works with Python 3.6 and later.
 */
export const PYTHON_HOOK = String.raw`import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _hide():
    kept = [part for part in os.environ.get('PYTHONPATH', '').split(os.pathsep) if part and part != _FOLDER]
    if kept:
        os.environ['PYTHONPATH'] = os.pathsep.join(kept)
    else:
        os.environ.pop('PYTHONPATH', None)


class _Record(object):
    def __init__(self, runner):
        import json
        self.json, self.pid, self.results, self.file = json, os.getpid(), {}, None
        self.path = os.path.join(_FOLDER, 'out', '%d-%d.jsonl' % (self.pid, id(self)))
        self.runner = runner

    def write(self, **entry):
        if os.getpid() != self.pid:
            return
        if self.file is None:
            self.file = open(self.path, 'w')
            self.write(runner=self.runner)
        self.file.write(self.json.dumps(entry) + '\n')
        self.file.flush()

    def start(self, name, file=None):
        self.results[name] = ('passed', None)
        self.write(start=name, file=file)

    def add(self, name, outcome, state=None):
        worst = ('passed', 'skipped', 'errored', 'failed')
        known = self.results.get(name, ('passed', None))
        if worst.index(outcome) > worst.index(known[0]) or (state and known == ('passed', None)):
            self.results[name] = (outcome, state)

    def end(self, name, file=None):
        outcome, state = self.results.pop(name, ('passed', None))
        self.write(test=name, file=file, outcome=outcome, state=state)

    def finish(self):
        if self.file is not None or self.runner == 'pytest':
            self.write(end=True)


class _Pytest(object):
    def __init__(self):
        self.record, self.retried = _Record('pytest'), set()

    def pytest_collectreport(self, report):
        if report.failed:
            self.record.write(test=report.nodeid, file=report.nodeid.split('::')[0], outcome='errored', state='not_collected')
        elif report.skipped and '::' not in report.nodeid:
            self.record.write(test=report.nodeid, file=report.nodeid, outcome='skipped')

    def pytest_runtest_logstart(self, nodeid, location):
        self.record.start(nodeid, nodeid.split('::')[0])

    def pytest_runtest_logreport(self, report):
        name, expected = report.nodeid, hasattr(report, 'wasxfail')
        if report.outcome == 'rerun':
            self.record.results[name] = ('passed', None)
            self.retried.add(name)
        elif report.failed:
            strict = 'XPASS(strict)' in str(getattr(report, 'longrepr', ''))
            self.record.add(name, 'failed' if report.when == 'call' else 'errored', 'unexpected_pass' if strict else None)
        elif report.skipped:
            # a part of a test that was skipped does not skip the test
            if not hasattr(report, 'context'):
                self.record.add(name, 'skipped', 'expected_failure' if expected else None)
        elif expected and report.when == 'call':
            self.record.add(name, 'passed', 'unexpected_pass')

    def pytest_runtest_logfinish(self, nodeid, location):
        if nodeid in self.retried:
            self.retried.discard(nodeid)
            self.record.add(nodeid, 'passed', 'flaky')
        self.record.end(nodeid, nodeid.split('::')[0])

    def pytest_sessionfinish(self, session, exitstatus):
        self.record.finish()


def _watch_pytest(module):
    prepare = module._prepareconfig
    def wrapped(args=None, plugins=None):
        # a run inside a test is part of that test
        if not _seen:
            _hide()
            _seen.append('pytest')
            plugins = list(plugins or []) + [_Pytest()]
        return prepare(args, plugins)
    module._prepareconfig = wrapped


_seen = []


def _watch_unittest(module, result='TestResult'):
    watched = getattr(module, result)
    state = {'record': None, 'owner': None, 'name': None}

    def record():
        if state['record'] is None:
            import atexit
            _hide()
            state['record'] = _Record('unittest')
            atexit.register(state['record'].finish)
        return state['record']

    def is_own(result):
        return not _seen and (state['name'] is None or state['owner'] is result)

    def file_of(test):
        return getattr(sys.modules.get(type(test).__module__), '__file__', None)

    def wrap(name, act):
        original = getattr(watched, name, None)
        if original is None:
            return
        def wrapped(self, test, *args, **kwargs):
            if is_own(self):
                act(self, test, *args)
            return original(self, test, *args, **kwargs)
        wrapped.__name__ = name
        setattr(watched, name, wrapped)

    def start(result, test):
        state['owner'], state['name'] = result, test.id()
        record().start(test.id(), file_of(test))

    def stop(result, test):
        state['name'] = None
        record().end(test.id(), file_of(test))

    def tell(outcome, detail=None):
        def act(result, test, *args):
            name = test.id()
            if state['name'] is None:
                # a class or module that could not be set up
                record().write(test=name, outcome=outcome, state='not_collected' if outcome == 'errored' else None)
            elif name.startswith('unittest.loader.'):
                record().add(name, 'errored', 'not_collected')
            else:
                record().add(state['name'], outcome, detail)
        return act

    def sub(result, test, subtest, error=None):
        if error is not None:
            failed = issubclass(error[0], test.failureException)
            record().add(test.id(), 'failed' if failed else 'errored')

    wrap('startTest', start)
    wrap('stopTest', stop)
    wrap('addError', tell('errored'))
    wrap('addFailure', tell('failed'))
    wrap('addSkip', tell('skipped'))
    wrap('addExpectedFailure', tell('skipped', 'expected_failure'))
    wrap('addUnexpectedSuccess', tell('failed', 'unexpected_pass'))
    wrap('addSubTest', sub)


_WATCHED = {
    'unittest.result': _watch_unittest,
    'nose2.result': lambda module: _watch_unittest(module, 'PluggableTestResult'),
    '_pytest.config': _watch_pytest,
}


class _Finder(object):
    def find_spec(self, name, path=None, target=None):
        watch = _WATCHED.pop(name, None)
        if watch is None:
            return None
        from importlib.util import find_spec
        spec = find_spec(name)
        load = spec.loader.exec_module
        def exec_module(module):
            load(module)
            watch(module)
        spec.loader.exec_module = exec_module
        return spec


def _start():
    sys.meta_path.insert(0, _Finder())
`;

/** Starts the hook in each Python that has its folder on `PYTHONPATH`; another `sitecustomize` runs as before. */
export const sitecustomize = (name: string): string => `import os, sys
_folder = os.path.dirname(os.path.abspath(__file__))
import ${name}
${name}._start()
_this = sys.modules.pop('sitecustomize', None)
sys.path[:] = [path for path in sys.path if os.path.abspath(path or '.') != _folder]
try:
    import sitecustomize
except ImportError:
    pass
sys.modules.setdefault('sitecustomize', _this)
`;
