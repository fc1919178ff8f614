/** How our own server differs from what PostgreSQL ships; on its command line, so that a new Assay may change its mind. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  max_connections: '200',
  timezone: 'UTC',
  cluster_name: 'assay',
  // faults of the server, not of queries: whose errors are answered to who asked, and may quote what is stored
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

export function formatSettings(port: number): string[] {
  return Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
