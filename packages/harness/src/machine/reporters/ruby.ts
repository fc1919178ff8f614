/**
 * Records what RSpec and Minitest run. `RUBYOPT` loads it in each Ruby; programs that tests start do not. Works with
 * Ruby 2.0 and later.
 */
export const RUBY_HOOK = String.raw`module AssayReporter
  FOLDER = File.dirname(File.expand_path(__FILE__))
  LOCK = Mutex.new
  @pid = nil

  def self.write(runner, entry)
    LOCK.synchronize do
      if @pid.nil?
        require 'json'
        @pid = Process.pid
        @file = File.open(File.join(FOLDER, 'out', "#{@pid}-#{rand(1 << 32)}.jsonl"), 'w')
        @file.sync = true
        @file.puts(JSON.generate('runner' => runner))
        # what tests start is not recorded
        ENV['RUBYOPT'] = ENV['RUBYOPT'].to_s.split(' ').reject { |word| word.include?(FOLDER) }.join(' ')
      end
      # a process that a test forked
      @file.puts(JSON.generate(entry)) if @pid == Process.pid
    end
  rescue StandardError
    nil
  end

  module RSpecRun
    def self.titles(example)
      (example.example_group.parent_groups.reverse.map(&:description) + [example.description]).join(' > ')
    end

    # an example without a title gets one while it runs
    def self.start(example)
      @started = titles(example)
    end

    def self.tell(example, outcome, state)
      file = File.expand_path(example.file_path)
      AssayReporter.write('rspec', 'start' => @started, 'test' => titles(example), 'file' => file, 'outcome' => outcome, 'state' => state)
    end

    def example_started(example)
      AssayReporter.write('rspec', 'start' => RSpecRun.start(example), 'file' => File.expand_path(example.file_path))
      super
    end

    def example_passed(example)
      RSpecRun.tell(example, 'passed', nil)
      super
    end

    def example_failed(example)
      RSpecRun.tell(example, 'failed', example.execution_result.pending_fixed? ? 'unexpected_pass' : nil)
      super
    end

    def example_pending(example)
      result = example.execution_result
      state = result.pending_message == 'Not yet implemented' ? 'todo' : result.example_skipped? ? nil : 'expected_failure'
      RSpecRun.tell(example, 'skipped', state)
      super
    end

    def notify_non_example_exception(exception, context)
      file = context[/ while loading (.+?)\.?\s*\z/, 1]
      state = file && 'not_collected'
      name = file ? 'cannot be loaded' : context.strip
      AssayReporter.write('rspec', 'test' => name, 'file' => file && File.expand_path(file), 'outcome' => 'errored', 'state' => state)
      super
    end

    def finish(*)
      super
    ensure
      AssayReporter.write('rspec', 'end' => true)
    end
  end

  module MinitestRun
    def prerecord(klass, name)
      AssayReporter.write('minitest', 'start' => "#{klass}##{name}")
      super
    end

    def record(result)
      klass = result.respond_to?(:klass) ? result.klass : result.class
      file, = result.respond_to?(:source_location) && result.source_location
      outcome = result.passed? ? 'passed' : result.skipped? ? 'skipped' : result.error? ? 'errored' : 'failed'
      AssayReporter.write('minitest', 'test' => "#{klass}##{result.name}", 'file' => file && File.expand_path(file), 'outcome' => outcome)
      super
    end

    def report
      super
    ensure
      AssayReporter.write('minitest', 'end' => true)
    end
  end

  WATCHED = { 'RSpec::Core::Reporter' => RSpecRun, 'Minitest::CompositeReporter' => MinitestRun }
  TracePoint.new(:end) do |point|
    hook = point.self.is_a?(Class) && WATCHED.delete(point.self.name)
    point.self.send(:prepend, hook) if hook
  end.enable
end
`;
