export { Assay, type EndOptions } from './assay.ts';
export type { Answer, Api, CallName, CallOptions, Input, Item, ListName } from './core/operations.ts';
export { RequestError, type RequestErrorCode, type TransportCode } from './core/request-error.ts';
export type { AssayEvent, EventsOptions } from './events.ts';
export { GateError, type GateSpec } from './gate.ts';
export type { AssayOptions } from './options.ts';
export type { Dropped, DropReason } from './outbox.ts';
