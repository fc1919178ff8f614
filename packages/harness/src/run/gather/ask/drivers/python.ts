/**
 * Answers for a Python function. A value of a class that Python itself does not define is shown with the name of its
 * class: it can be one thing to the reader of the answer and another to everyone else. So is an iterator, which can be
 * read only once. With `hold`, all values are shown after the last call, which is made below many frames.
 */
export const PYTHON = `
import array, collections, datetime, decimal, enum, fractions, importlib, json, os, pathlib, sys, uuid
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
module, path = sys.argv.pop(1).split(":")
hold = len(sys.argv) > 1 and sys.argv.pop(1) == "hold"
sys.path.insert(0, os.getcwd())
def list_classes(base, found):
    for one in type.__subclasses__(base):
        if one not in found:
            found.add(one)
            list_classes(one, found)
    return found
known = frozenset(list_classes(object, set()))
taken = frozenset(one.__name__ for one in known if issubclass(one, BaseException))
def show(value, kind_of=type, known=known):
    kind = kind_of(value)
    if value is None or kind in (bool, int, str):
        return value
    if kind is float:
        return value if abs(value) < float("inf") else str(value)
    if isinstance(value, dict):
        shown = {str(show(key)): show(item) for key, item in value.items()}
    elif isinstance(value, (set, frozenset)):
        shown = [show(item) for item in sorted(value)]
    elif hasattr(kind, "__iter__") and not isinstance(value, str):
        shown = [show(item) for item in value]
    else:
        shown = str(value)
    return shown if kind in known and not hasattr(kind, "__next__") else {kind.__name__: shown}
def name_error(kind):
    return kind.__name__ if kind in known or kind.__name__ not in taken else kind.__module__ + "." + kind.__name__
def show_error(error):
    kind, *bases = map(name_error, type(error).__mro__)
    return {"error": kind, "bases": bases, "message": str(error)}
function = importlib.import_module(module)
for name in path.split("."):
    function = getattr(function, name)
def call(args):
    try:
        return function(*args), None, args
    except Exception as error:
        return None, error, args
def tell(value, error, args):
    try:
        answer = {"value": show(value)} if error is None else show_error(error)
        answer["args"] = show(args)
    except Exception as raised:
        answer = {"unreadable": repr(raised)}
    out.write(json.dumps(answer) + "\\n")
    out.flush()
def answer_all(frames):
    if frames:
        return answer_all(frames - 1)
    held = []
    for line in sys.stdin:
        held.append(call(json.loads(line)))
        if not hold:
            tell(*held.pop())
    for one in held:
        tell(*one)
answer_all(100 if hold else 0)
`;
