import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FaultBoundary } from './pages/fault-boundary.tsx';
import { ReportPage } from './pages/report-page.tsx';
import { parseReport } from './report-data.ts';

const root = document.getElementById('root');
const source = document.getElementById('assay-data')?.textContent ?? '';

if (root)
  createRoot(root).render(
    <StrictMode>
      <FaultBoundary>
        <ReportPage report={parseReport(source)} />
      </FaultBoundary>
    </StrictMode>,
  );
