import type { JudgeQuestion } from '@assay/scoring';
import type { AskOptions } from '../backend.ts';

/** The schema in words, for services that cannot enforce it. */
export const describeSchema = ({ schema }: JudgeQuestion<string>): string =>
  `Reply with one JSON document and nothing else: no words before or after it, no Markdown. It must fit this JSON schema:\n${JSON.stringify(schema)}`;

/** The question as one text. */
export const joinParts = ({ parts }: JudgeQuestion<string>): string => parts.map(({ text }) => text).join('\n\n');

type Repair = NonNullable<AskOptions['repair']>;

/** The earlier reply; services reject empty messages. */
export const earlierReply = ({ reply }: Repair): string => (reply.trim() === '' ? '(an empty reply)' : reply);

/** Asks for the same answer again in a readable form. */
export const formatCorrectionRequest = ({ complaint }: Repair): string =>
  `That reply could not be used: ${complaint}. Give your answer to the same question again, as one whole JSON document and nothing else.`;
