import { RequestError } from '@assay/sdk/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, RouterProvider } from '@tanstack/react-router';
import type { Page } from './page.ts';
import { PAGES } from './pages/index.ts';
import { NotFoundPage } from './parts/not-found-page.tsx';
import { formatSearch, parseSearch } from './search.ts';
import { PageError } from './shell/page-error.tsx';
import { ShellLayout } from './shell/shell-layout.tsx';

const TRIES = 2;

/** Only network and server errors are worth a retry: a rejected request fails again. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status === undefined || error.status >= 500;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < TRIES && mayPass(error),
      refetchOnWindowFocus: false,
    },
  },
});
const router = createDashboardRouter();

/** The dashboard. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** The routes of the dashboard. The code of a page is loaded when it is opened or about to be. */
function createDashboardRouter() {
  const root = createRootRoute({ notFoundComponent: NotFoundPage });
  const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: ShellLayout });
  const routeOf = (parent: typeof root | typeof framed, { path, load }: Page) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(async () => ({ default: await load() })),
    });
  const inside = PAGES.filter(({ is_open }) => !is_open).map((page) => routeOf(framed, page));
  const outside = PAGES.filter(({ is_open }) => is_open).map((page) => routeOf(root, page));
  return createRouter({
    routeTree: root.addChildren([...outside, framed.addChildren(inside)]),
    parseSearch,
    stringifySearch: formatSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}
