import { Button } from '@mantine/core';
import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { translateFrame } from '#web/locales/translations.ts';
import { ErrorState } from './states.tsx';

interface Props {
  readonly children: ReactNode;
  /** Called with every error and React's component stack. */
  readonly onFault?: (error: unknown, place: string) => void;
  /** A change of this value renders the part again (the route, the record). */
  readonly of?: unknown;
}
interface State {
  readonly fault: { readonly error: unknown } | null;
  readonly of: unknown;
}

/** Error boundary: a failure in one part leaves the rest of the screen working and offers a way on. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { fault: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return Object.is(props.of, state.of) ? null : { fault: null, of: props.of };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onFault?.(error, info.componentStack ?? '');
    console.error(error);
  }

  override render(): ReactNode {
    if (!this.state.fault) return this.props.children;
    const { error } = this.state.fault;
    const missing =
      error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);
    return (
      <ErrorState
        title={translateFrame('error.title')}
        failure={{ message: translateFrame(missing ? 'error.partLoad' : 'error.part') }}
        {...(missing ? {} : { onRetry: () => this.setState({ fault: null }) })}
      >
        {missing && (
          <Button variant="light" onClick={() => location.reload()}>
            {translateFrame('reload')}
          </Button>
        )}
      </ErrorState>
    );
  }
}
