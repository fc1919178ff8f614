import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Only returns the bytes it was given: the upper limit of any server on this machine.
const bytes = Buffer.from(process.argv[2] ?? '');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
