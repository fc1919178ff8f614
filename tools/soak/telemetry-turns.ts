/** How many log records a turn has. */
export const TURN_RECORDS = 4;

/** One turn of a session of Claude Code, as an OTLP document in JSON: a prompt, two responses and a tool call. */
export function buildTurn(session: string, turn: number): { readonly resourceLogs: readonly object[] } {
  const log = (index: number, name: string, own: Readonly<Record<string, string | number>>): object => ({
    timeUnixNano: String(1_794_847_208_000_000_000n + BigInt(turn * TURN_RECORDS + index) * 1_000_000_000n),
    body: { stringValue: `claude_code.${name}` },
    attributes: Object.entries({
      'session.id': session,
      'event.name': name,
      'event.sequence': turn * TURN_RECORDS + index,
      ...own,
    }).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
    })),
  });
  const usage = { model: 'claude-opus-5-5', input_tokens: 1000, output_tokens: 40, cost_usd: '0.01' };
  const response = (index: number): object => log(index, 'api_request', { ...usage, request_id: `${turn}-${index}` });
  const tool = {
    tool_name: 'Bash',
    tool_use_id: `tool-${turn}`,
    success: 'true',
    duration_ms: '12',
    tool_input: JSON.stringify({ command: `node --test test-${turn}.js` }),
  };
  const logRecords = [
    log(0, 'user_prompt', { prompt: `Step ${turn}` }),
    response(1),
    log(2, 'tool_result', tool),
    response(3),
  ];
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
}
