import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

// Decodes each request and inserts it as one row: what any receiver of telemetry does at least.
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query('create table if not exists reference_telemetry (id bigserial primary key, document json not null)');
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const document: unknown = JSON.parse(Buffer.concat(chunks).toString());
  await pool.query('insert into reference_telemetry (document) values ($1)', [JSON.stringify(document)]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 });
  response.end('{}');
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
