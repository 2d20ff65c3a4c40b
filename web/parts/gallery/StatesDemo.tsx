import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../ActionButton.tsx';
import { Age, Clock, Countdown } from '../Age.tsx';
import { prompt } from '../prompt.tsx';
import { Chart } from '../chart/Chart.tsx';
import { Sparkline } from '../chart/Sparkline.tsx';
import { Freshness } from '../Freshness.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState, InlineError } from '../states.tsx';
import { StatusWord } from '../StatusWord.tsx';
import { toast } from '../toast.tsx';

const now = Date.now();
const iso = (ms: number): string => new Date(now + ms).toISOString();
const failure = {
  message: 'No answer within 15 seconds.',
  correlationId: '7f3a9c1e-55aa-4d1b-9b52-0c8f1d2e3f40',
  again: true,
};
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const box = { background: 'var(--ops-surface-1)', border: '1px solid var(--ops-line)', borderRadius: 6 };

export function StatesDemo(): ReactNode {
  return (
    <>
      <Group gap="md">
        {(['danger', 'warn', 'ok', 'info', 'accent', 'muted'] as const).map((tone) => (
          <StatusWord key={tone} tone={tone} dot>
            {tone}
          </StatusWord>
        ))}
        {(['danger', 'warn', 'ok', 'info', 'accent', 'muted'] as const).map((tone) => (
          <StatusWord key={tone} tone={tone} soft>
            {tone}
          </StatusWord>
        ))}
      </Group>
      <Group gap="md">
        {(['connecting', 'live', 'stale', 'lost', 'denied'] as const).map((condition) => (
          <Freshness
            key={condition}
            condition={condition}
            since={now - 42_000}
            sources={[
              { service: 'customer', state: condition === 'lost' ? 'down' : 'live', since: iso(-700_000) },
            ]}
          />
        ))}
        <Age at={iso(-11_880_000)} /> <Age at={iso(-45_000)} long />{' '}
        <Countdown until={iso(42_000)} warnAt={iso(-1)} /> <Countdown until={iso(-65_000)} />{' '}
        <Countdown until={iso(7_200_000)} /> <Clock />
      </Group>
      <Group gap="xs">
        <ActionButton label="Next item" keys="n" primary onClick={() => {}} />
        <ActionButton label="Claim" keys="c" onClick={() => {}} />
        <ActionButton label="Reject" keys="x" danger onClick={() => {}} />
        <ActionButton label="Verify" keys="v" primary pending onClick={() => {}} />
        <ActionButton
          label="Verify"
          keys="v"
          primary
          disabled="Four items of the checklist are open"
          onClick={() => {}}
        />
        <Button color="danger">Remove</Button> <Button color="warn">Take over</Button>{' '}
        <Button variant="subtle">More</Button> <Button variant="outline">Outline</Button>
        <Button data-demo="ask" onClick={() => void prompt({ title: 'Confirm Check-Out ?', width: 300 })}>
          Check-out dialog
        </Button>
        <Button
          data-demo="undo"
          variant="default"
          onClick={() =>
            toast({ text: 'SG-000301 verified.', tone: 'ok', undo: { run: () => {} }, seconds: 30 })
          }
        >
          Undo bar
        </Button>
        <Button
          data-demo="fail"
          variant="default"
          onClick={() =>
            toast({
              text: 'The hold on SG-000301 could not be renewed.',
              tone: 'danger',
              correlationId: failure.correlationId,
              action: { label: 'Try again', run: () => {} },
            })
          }
        >
          Failure
        </Button>
      </Group>
      <InlineError failure={failure} onRetry={() => {}} onDismiss={() => {}} />
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        <div style={box}>
          <EmptyState title="No sign-up waits" actions={<Button variant="light">Show those parked</Button>}>
            New ones appear here by themselves. The last came at 11:52.
          </EmptyState>
        </div>
        <div style={box}>
          <ErrorState failure={failure} onRetry={() => {}} />
        </div>
        <div style={box}>
          <DeniedState />
        </div>
        <div style={box}>
          <Skeleton rows={6} />
        </div>
      </div>
      <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))' }}>
        <Chart
          title="Verified and rejected by day"
          kind="stack"
          categories={days}
          series={[
            { name: 'Verified', values: [41, 52, 38, 61, 44, 20], tone: 'accent' },
            { name: 'Rejected', values: [4, 6, 2, 9, 3, 1], tone: 'warn' },
          ]}
          onPick={() => {}}
        />
        <Chart
          title="Waiting"
          kind="area"
          categories={days}
          series={[{ name: 'Waiting', values: [18, 22, 12, null, 9, 14] }]}
        />
        <Chart
          title="By place"
          kind="pie"
          categories={['Jayanagar', 'Mysuru', 'Hubballi']}
          series={[{ name: 'Cases', values: [40, 25, 12] }]}
        />
      </div>
      <Sparkline values={[3, 5, 4, null, 8, 7, 9, 6]} label="Waiting over the last eight hours" />
    </>
  );
}
