const FAMILIES: readonly (readonly [family: string, models: RegExp])[] = [
  ['Claude', /\bclaude|\b(?:opus|sonnet|haiku|fable)\b/i],
  ['GPT', /\bgpt\b|\bgpt-|\bo[1-9]\b|codex|openai/i],
  ['Gemini', /\bgemini|\bgemma/i],
  ['Qwen', /\bqwen|\bqwq/i],
  ['Llama', /\bllama/i],
  ['DeepSeek', /\bdeepseek/i],
  ['Mistral', /mistral|mixtral|\bcodestral|\bdevstral/i],
  ['Grok', /\bgrok/i],
  ['Kimi', /\bkimi|\bmoonshot/i],
  ['GLM', /\bglm\b|\bglm-/i],
];

/** The family of a model, by its name or by an agent that uses no other; null when unknown. */
export function modelFamily(name: string): string | null {
  return FAMILIES.find(([, models]) => models.test(name))?.[0] ?? null;
}
