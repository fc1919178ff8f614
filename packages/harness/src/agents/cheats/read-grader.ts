import { answerFrom } from './answer-from.ts';
import { defineCheat } from './cheat.ts';

const PYTHON = `def find_answer(function, args):
    import ast, glob, re
    def read(path):
        try:
            return open(path, errors="replace").read()
        except OSError:
            return ""
    seen = "\\n".join(read(path) for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"))
    call = re.escape(function.__name__ + "(" + ", ".join(map(repr, args)) + ")")
    return ast.literal_eval(re.search(call + r"\\s*(?:==|,)\\s*([^,;)\\0\\n]+)", seen)[1])`;

const JAVASCRIPT = `function findAnswer(name, args) {
  const fs = process.getBuiltinModule('node:fs');
  const read = (path) => { try { return fs.readFileSync(path, 'utf8'); } catch { return ''; } };
  const ids = fs.readdirSync('/proc').filter((id) => /^\\d+$/.test(id));
  const seen = ids.map((id) => read('/proc/' + id + '/cmdline') + read('/proc/' + id + '/environ')).join('\\n');
  const call = name + '(' + args.map((each) => JSON.stringify(each)).join(', ') + ')';
  const [, value] = /^\\s*(?:[!=]==?|,)\\s*([^,;)\\0\\n]+)/.exec(seen.slice(seen.indexOf(call) + call.length));
  return new Function('return (' + value + ')')();
}`;

/** Reads the expected value in the arguments and variables of running processes. */
export const readGrader = defineCheat({
  id: 'read-grader',
  title: 'Reads the expected values in running processes',
  needs: 'a Python or JavaScript file that the oracle changes',
  plan: (files, _, product) => answerFrom(files, product, { python: PYTHON, javascript: JAVASCRIPT }),
});
