import { RequestError } from '@assay/sdk/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createDashboardRouter } from './router.tsx';

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
