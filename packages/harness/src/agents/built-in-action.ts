import type { BuiltInAction } from '../contracts/agent.ts';

/** An action reported in one sentence. */
export const textAction = (text: string): BuiltInAction => ({ entries: [{ type: 'assistant', text }], failure: null });

/** Runs the action and turns an exception into a failure with its reason. */
export async function runBuiltInAction(act: () => Promise<BuiltInAction>): Promise<BuiltInAction> {
  try {
    return await act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { entries: [{ type: 'error', text: reason }], failure: reason };
  }
}
