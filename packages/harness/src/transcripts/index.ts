import type { TranscriptReader } from '../transcript-reader.ts';
import { claudeSession } from './claude-session.ts';
import { claudeStream } from './claude-stream.ts';

/** The forms Assay reads. Of two that recognise a file equally, the first is taken. */
export const READERS: readonly TranscriptReader[] = [claudeSession, claudeStream];
