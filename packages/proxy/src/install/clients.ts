import { join } from 'node:path';
import { homeFolder, readVariable } from '../environment.ts';

/** An MCP client with a known configuration file. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  /** The user's configuration file. */
  file(): string;
  /** Key paths to the objects that hold servers by name. */
  places(): readonly (readonly string[])[];
}

const TOP: readonly string[] = ['mcpServers'];

/** Where `install` saves the original entries for `--undo`. */
export const installedFolder = (): string => join(homeFolder(), '.assay', 'proxy', 'installed');

/** The supported clients. */
export const CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file() {
      const folders: Partial<Record<NodeJS.Platform, string>> = {
        darwin: join(homeFolder(), 'Library', 'Application Support'),
        win32: readVariable('APPDATA') ?? join(homeFolder(), 'AppData', 'Roaming'),
      };
      const folder = folders[process.platform] ?? readVariable('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config');
      return join(folder, 'Claude', 'claude_desktop_config.json');
    },
    places: () => [TOP],
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: () => join(readVariable('CLAUDE_CONFIG_DIR') ?? homeFolder(), '.claude.json'),
    // servers of the user, and servers of this project
    places: () => [TOP, ['projects', process.cwd(), 'mcpServers']],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    file: () => join(homeFolder(), '.cursor', 'mcp.json'),
    places: () => [TOP],
  },
];
