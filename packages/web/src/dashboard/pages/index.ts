import type { Page } from '../page.ts';
import { loadWithoutEval } from '../parts/load-without-eval.ts';

/** Every page, in navigation order. To add a page, add a folder and an entry here. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'Home',
    load: async () => (await import('./home/home-page.tsx')).HomePage,
    nav: { key: 'h', icon: 'M2.5 7.5 8 3l5.5 4.5v6h-4v-4h-3v4h-4z' },
  },
  {
    path: '/runs',
    title: 'Runs',
    load: async () => (await import('./runs/runs-page.tsx')).RunsPage,
    nav: { key: 'r', icon: 'M2 4h12M2 8h12M2 12h8' },
  },
  { path: '/runs/$run_id', title: 'Run', load: async () => (await import('./run/run-page.tsx')).RunPage },
  {
    path: '/sessions',
    title: 'Sessions',
    load: async () => (await import('./sessions/sessions-page.tsx')).SessionsPage,
    nav: { key: 'e', icon: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z' },
  },
  {
    path: '/sessions/$digest',
    title: 'Session',
    load: async () => (await import('./sessions/session-page.tsx')).SessionPage,
  },
  {
    path: '/checks',
    title: 'Checks',
    load: async () => (await import('./checks/checks-page.tsx')).ChecksPage,
    nav: { key: 'k', icon: 'M2.5 8.5l3.5 3.5 7.5-8' },
  },
  {
    path: '/agents',
    title: 'Agents',
    load: async () => (await import('./agents/agents-page.tsx')).AgentsPage,
    nav: { key: 'a', icon: 'M8 2.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2.5 14c.6-3 2.8-4 5.5-4s4.9 1 5.5 4' },
  },
  { path: '/agents/$agent_id', title: 'Agent', load: async () => (await import('./agents/agent-page.tsx')).AgentPage },
  {
    path: '/scenarios',
    title: 'Scenarios',
    load: async () => (await import('./scenarios/scenarios-page.tsx')).ScenariosPage,
    nav: { key: 's', icon: 'M3.5 2.5h9v11h-9zM6 6h4M6 9h4' },
  },
  {
    path: '/scenarios/new',
    title: 'New scenario',
    load: async () => (await loadWithoutEval(() => import('./scenarios/scenario-page.tsx'))).NewScenarioPage,
  },
  {
    path: '/scenarios/$scenario_id',
    title: 'Scenario',
    load: async () => (await loadWithoutEval(() => import('./scenarios/scenario-page.tsx'))).ScenarioPage,
  },
  { path: '/tasks/$task_id', title: 'Task', load: async () => (await import('./scenarios/task-page.tsx')).TaskPage },
  {
    path: '/compare',
    title: 'Compare',
    load: async () => (await import('./compare/compare-page.tsx')).ComparePage,
    nav: { key: 'c', icon: 'M2.5 5h8M2.5 11h11M10.5 3v4M5.5 9v4' },
  },
  {
    path: '/compare/$comparison_id',
    title: 'Comparison',
    load: async () => (await import('./compare/comparison-page.tsx')).ComparisonPage,
  },
  {
    path: '/trends',
    title: 'Trends',
    load: async () => (await import('./trends/trends-page.tsx')).TrendsPage,
    nav: { key: 't', icon: 'M2 12.5l4-4.5 3 2.5 5-7M10.5 3.5H14V7' },
  },
  {
    path: '/explorer',
    title: 'Data',
    load: async () => (await import('./explorer/explorer-page.tsx')).ExplorerPage,
    nav: { key: 'd', icon: 'M2.5 13.5v-4M6.2 13.5v-7M9.8 13.5v-9.5M13.5 13.5v-6' },
  },
  {
    path: '/settings',
    title: 'Settings',
    load: async () => (await import('./settings/settings-page.tsx')).SettingsPage,
    nav: { key: ',', icon: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4' },
  },
  {
    path: '/settings/$section',
    title: 'Settings',
    load: async () => (await import('./settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: '/join',
    title: 'Join',
    load: async () => (await import('./join/join-page.tsx')).JoinPage,
    is_open: true,
  },
  {
    path: '/share',
    title: 'Shared',
    load: async () => (await import('./share/share-page.tsx')).SharePage,
    is_open: true,
  },
  {
    path: '/login',
    title: 'Sign in',
    load: async () => (await import('./login/login-page.tsx')).LoginPage,
    is_open: true,
  },
];
