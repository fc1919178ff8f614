import type { DeliveredEvent } from '@assay/schema/api';

/**
 * The id of an event, derived from its subject, so repeated announcements are the same event. Contains no periods,
 * because they separate the id in the signed content.
 */
export const eventId = (type: DeliveredEvent, subject: string): string =>
  `evt_${type.replaceAll(/[._]/g, '-')}_${subject}`;
