// A sentence in place of a part of the page that could not be shown; the rest works.

import {Component, type ReactNode} from 'react';

interface Props {
  /** Says that something could not be shown, and how to go on. */
  says: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, {error: Error | null}> {
  override state = {error: null as Error | null};

  static getDerivedStateFromError(error: unknown) {
    return {error: error instanceof Error ? error : new Error(String(error))};
  }

  override render() {
    const {says, children} = this.props, {error} = this.state;
    if (error === null) return children;
    return (
      <div className="notice" role="alert">
        <p className="error">{says}</p>
        <p className="hint">{error.message}</p>
      </div>
    );
  }
}
