import type { DeliveredEvent } from '@assay/schema/api';

/**
 * The id of an event, made of what it is about: announced twice, it is the same event. Without full stops, which
 * separate the id from the rest in what is signed.
 */
export const eventId = (type: DeliveredEvent, subject: string): string =>
  `evt_${type.replaceAll(/[._]/g, '-')}_${subject}`;
