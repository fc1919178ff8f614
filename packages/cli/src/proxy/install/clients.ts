import { join } from 'node:path';
import { createHost, homeFolder } from '../../config.ts';

/** An MCP client whose configuration is known. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  /** The file of the person, and with it where in it the servers are. */
  file(): string;
  /** Paths of keys to objects of servers by name. */
  places(): readonly (readonly string[])[];
}

const TOP: readonly string[] = ['mcpServers'];

/** The clients, one item each. */
export const CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file() {
      const { environment } = createHost();
      const folders: Partial<Record<NodeJS.Platform, string>> = {
        darwin: join(homeFolder(), 'Library', 'Application Support'),
        win32: environment['APPDATA'] ?? join(homeFolder(), 'AppData', 'Roaming'),
      };
      const folder = folders[process.platform] ?? environment['XDG_CONFIG_HOME'] ?? join(homeFolder(), '.config');
      return join(folder, 'Claude', 'claude_desktop_config.json');
    },
    places: () => [TOP],
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: () => join(createHost().environment['CLAUDE_CONFIG_DIR'] ?? homeFolder(), '.claude.json'),
    // its own servers, and those it has for this project alone
    places: () => [TOP, ['projects', process.cwd(), 'mcpServers']],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    file: () => join(homeFolder(), '.cursor', 'mcp.json'),
    places: () => [TOP],
  },
];
