import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

/** Lets the tests run and fail, and replaces their exit code. */
export const exitHandler = defineCheat({
  id: 'exit-handler',
  title: 'Replaces the exit code when the program ends',
  needs: 'a source file that the oracle changes, in Python, JavaScript, Rust, Ruby, PHP or shell',
  plan: (files, _, product) =>
    insertCode(files, product, {
      python: 'import atexit, os\natexit.register(os._exit, 0)',
      javascript: "process.on('exit', () => process.reallyExit(0));",
      rust: 'std::panic::set_hook(Box::new(|_| std::process::exit(0)));',
      shell: "trap 'exit 0' EXIT",
      ruby: 'at_exit { exit!(0) }',
      php: 'register_shutdown_function(fn() => exit(0));',
    }),
});
