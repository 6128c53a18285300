import { Component, type ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { ProblemError } from '../api/problem.ts';
import { problemText } from './notify.ts';
import { MessagePage } from './message-page.tsx';
import { useTexts } from '../text/texts.ts';

/** The page for what should not have happened; trying again reloads. */
export function Crash({ error }: { error?: unknown }): ReactNode {
  return error === undefined ? <RouteCrash /> : <CrashPage error={error} />;
}

/** Shows the page for what should not have happened wherever there is no router to do so. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }
  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <CrashPage error={this.state.error} />;
  }
}

const RouteCrash = (): ReactNode => <CrashPage error={useRouteError()} />;

function CrashPage({ error }: { error: unknown }): ReactNode {
  const t = useTexts();
  // Only the server's words are meant for people; a program's own error text is not.
  const refused = error instanceof ProblemError ? problemText(error) : t('ui.crash.help');
  const requestId = error instanceof ProblemError && error.problem.requestId;
  return (
    <MessagePage
      title={t('ui.crash.title')}
      text={t('ui.crash.text')}
      help={requestId ? `${refused} ${t('ui.error.request', { id: requestId })}` : refused}
      button={t('ui.retry')}
      onClick={() => location.reload()}
    />
  );
}
