import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './error-boundary.tsx';
import { parseReport } from './report-data.ts';
import { ReportPage } from './report-page.tsx';

const root = document.getElementById('root');
const source = document.getElementById('assay-data')?.textContent ?? '';

if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <ReportPage report={parseReport(source)} />
      </ErrorBoundary>
    </StrictMode>,
  );
