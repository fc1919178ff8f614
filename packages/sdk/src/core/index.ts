export { type Connection, createApi, fetchBytes, sendContent } from './call.ts';
export type { Answer, Api, CallName, CallOptions, Input, Item, ListName } from './operations.ts';
export { RequestError, type RequestErrorCode, type TransportCode } from './request-error.ts';
