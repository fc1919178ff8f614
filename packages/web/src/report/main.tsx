import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NoticePage } from './notice-page.tsx';
import { parseReport } from './report-data.ts';
import { ReportPage } from './report-page.tsx';

/** Shows a notice if rendering fails. A class, because React supports error boundaries only in classes. */
class ErrorBoundary extends Component<{ children: ReactNode }, { fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: String(fault) };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return <NoticePage title="Cannot show this report" reason={this.state.fault} />;
  }
}

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
