/** Settings of the managed server. On the command line, so that a new Assay version can change them. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  max_connections: '200',
  timezone: 'UTC',
  cluster_name: 'assay',
  // log server errors only: query errors go to the client and may quote stored data
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
