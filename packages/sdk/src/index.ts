export { Assay, type EndOptions } from './assay.ts';
export type { AssayEvent, EventsOptions } from './events.ts';
export { GateError, type GateSpec } from './gate.ts';
export type { Answer, Api, CallName, CallOptions, Input, Item, ListName } from './operations.ts';
export type { AssayOptions } from './options.ts';
export type { Dropped, DropReason } from './outbox.ts';
export { RequestError, type RequestErrorCode, type TransportCode } from './request-error.ts';
