import { Component, type ReactNode } from 'react';
import { NoticePage } from './notice-page.tsx';

/** Says so when the data could not be drawn. A class, because React offers this to nothing else. */
export class FaultBoundary extends Component<{ children: ReactNode }, { fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: String(fault) };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return <NoticePage title="Cannot show this report" reason={this.state.fault} />;
  }
}
