import type { TranscriptReader } from '../transcript-reader.ts';
import { acp } from './acp.ts';
import { aiderHistory } from './aider-history.ts';
import { atif } from './atif.ts';
import { claudeSession } from './claude-session.ts';
import { claudeStream } from './claude-stream.ts';
import { codexExec } from './codex-exec.ts';
import { codexRollout } from './codex-rollout.ts';
import { copilotEvents } from './copilot-events.ts';
import { cursorStream } from './cursor-stream.ts';
import { geminiSession } from './gemini-session.ts';
import { geminiStream } from './gemini-stream.ts';
import { inspectLog } from './inspect-log.ts';
import { messageList } from './message-list.ts';
import { miniSweAgent } from './mini-swe-agent.ts';
import { opencodeRun } from './opencode-run.ts';
import { opencodeSession } from './opencode-session.ts';
import { openhandsEvents } from './openhands-events.ts';
import { otlpGenai } from './otlp-genai.ts';
import { otlpLogs } from './otlp-logs.ts';
import { piSession } from './pi-session.ts';
import { qwenSession } from './qwen-session.ts';
import { qwenStream } from './qwen-stream.ts';
import { sweAgent } from './swe-agent.ts';

/** The transcript formats Assay reads. If two recognize a file equally, the first wins. */
export const READERS: readonly TranscriptReader[] = [
  claudeSession,
  claudeStream,
  codexRollout,
  codexExec,
  geminiSession,
  geminiStream,
  qwenSession,
  qwenStream,
  opencodeRun,
  opencodeSession,
  acp,
  cursorStream,
  copilotEvents,
  piSession,
  aiderHistory,
  openhandsEvents,
  sweAgent,
  miniSweAgent,
  inspectLog,
  atif,
  otlpGenai,
  otlpLogs,
  messageList,
];
