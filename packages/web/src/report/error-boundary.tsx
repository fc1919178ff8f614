import { Component, type ReactNode } from 'react';
import { NoticePage } from './notice-page.tsx';

/** Shows a notice if rendering fails. A class, because React supports error boundaries only in classes. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: String(fault) };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return <NoticePage title="Cannot show this report" reason={this.state.fault} />;
  }
}
