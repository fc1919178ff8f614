import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { ask } from '../client/api.ts';
import { PAGES } from '../pages/index.ts';
import { useSession } from '../session/use-session.ts';
import { useSwitchWorkspace, useWorkspace } from '../session/use-workspace.ts';
import { useTheme } from '../theme.ts';
import { findResults, type Searched } from './find-results.ts';
import { ModalDialog } from './over.tsx';

/** A command of the palette. */
interface Action {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  /** The text that it matches; default: its title and hint. */
  readonly match?: string;
  readonly act: () => void;
}

const RUN_ID = /^run_[a-z0-9]{26}$/;

interface Props {
  readonly close: () => void;
  readonly openKeys: () => void;
  readonly signOut: () => void;
}

/** The command palette: pages, runs, scenarios, agents and findings by text, workspaces, theme. */
export function Palette({ close, ...commands }: Props) {
  const [text, setText] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const deeds = useActions(text, commands);
  return (
    <ModalDialog label="Search or jump" close={close}>
      <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
        <SearchField autoFocus aria-label="Search or jump" className="palette-field">
          <Input placeholder="Page, run, scenario, agent, finding or action" />
        </SearchField>
        <Menu
          aria-label="Results"
          className="palette"
          items={deeds}
          onAction={(id) => {
            close();
            deeds.find((deed) => deed.id === id)?.act();
          }}
          renderEmptyState={() => <p className="note nothing">No results</p>}
        >
          {({ id, title, hint, match }) => (
            <MenuItem id={id} textValue={match ?? `${title} ${hint}`} className="palette-item">
              <span>{title}</span>
              <span className="note">{hint}</span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </ModalDialog>
  );
}

function useActions(typed: string, { openKeys, signOut }: Omit<Props, 'close'>): Action[] {
  const navigate = useNavigate();
  const chooseWorkspace = useSwitchWorkspace();
  const { workspaces } = useSession();
  const { next, choose } = useTheme();
  const go = (to: string) => () => void navigate({ to });
  const text = typed.trim();
  const isRunId = RUN_ID.test(text);
  const found = findResults(text, useSearched()).filter(({ id }) => id !== text);
  return [
    ...(isRunId ? [{ id: text, title: text, hint: 'open run', act: go(`/runs/${text}`) }] : []),
    ...PAGES.flatMap(({ path, title, nav }) =>
      nav === undefined ? [] : [{ id: path, title, hint: `page · g ${nav.key}`, act: go(path) }],
    ),
    ...workspaces.map(({ workspace_id, name }) => ({
      id: workspace_id,
      title: name,
      hint: 'workspace',
      act: () => chooseWorkspace(workspace_id),
    })),
    ...found.map(({ to, search, ...shown }) => ({
      ...shown,
      match: typed,
      act: () => void navigate({ to, search: (search ?? {}) as never }),
    })),
    { id: 'theme', title: `Appearance: ${next}`, hint: 'action', act: () => choose(next) },
    { id: 'keys', title: 'Keyboard shortcuts', hint: 'help · ?', act: openKeys },
    { id: 'sign-out', title: 'Sign out', hint: 'action', act: signOut },
  ];
}

/** The largest page of a list. */
const limit = 200;

/** What the palette searches: the newest runs of the workspace, its scenarios and its agents. */
function useSearched(): Searched {
  const workspace_id = useWorkspace()?.workspace_id;
  const runs = useQuery({ ...ask('listRuns', { workspace_id, limit }), enabled: workspace_id !== undefined });
  const scenarios = useQuery(ask('listScenarios', { limit }));
  const agents = useQuery(ask('listAgents', { order: 'name', limit }));
  return {
    runs: runs.data?.items ?? [],
    scenarios: (scenarios.data?.items ?? []).map(({ scenario_id, scenario }) => ({ scenario_id, name: scenario.name })),
    agents: (agents.data?.items ?? []).map(({ agent_id }) => agent_id),
  };
}
