import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { serverClock } from '#web/locales/server-clock.ts';
import { ActionButton } from '../ActionButton.tsx';
import { Age } from '../Age.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { Freshness } from '../Freshness.tsx';
import { ColumnChooser, GridFoot, LeasePill } from '../grid/around.tsx';
import type { GridColumn } from '../grid/column.ts';
import { useGrid } from '../grid/control.ts';
import { Grid } from '../grid/Grid.tsx';
import { ListRows } from '../grid/source.ts';
import { Beside, Panel } from '../Panel.tsx';
import { StatusWord } from '../StatusWord.tsx';

interface Case {
  readonly id: string;
  readonly ref: string;
  readonly applicant: string;
  readonly poo: string;
  readonly docs: boolean;
  readonly done: number;
  readonly steps: number;
  readonly enteredAt: string;
  readonly warnAt: string;
  readonly breachAt: string;
  readonly state: string;
  readonly holder: { name: string; since: string } | null;
  readonly amount: number;
}

const names = [
  'Anita R.',
  'Vikram S.',
  'Lakshmi N.',
  'Joseph K.',
  'Farah M.',
  'Ravi T.',
  'Deepa V.',
  'Sunil P.',
];
const places = ['Jayanagar', 'Mysuru', 'Hubballi', 'Whitefield'];

function caseOf(n: number, now: number): Case {
  const entered = now - ((n * 7919) % 240) * 60_000;
  const breach = entered + 240 * 60_000 - (n % 5 === 0 ? 200 * 60_000 : 0);
  return {
    id: String(n),
    ref: `SG-${String(300 + n).padStart(6, '0')}`,
    applicant: names[n % names.length] ?? '',
    poo: places[n % places.length] ?? '',
    docs: n % 3 === 0,
    done: n % 7,
    steps: 6,
    enteredAt: new Date(entered).toISOString(),
    warnAt: new Date(breach - 45 * 60_000).toISOString(),
    breachAt: new Date(breach).toISOString(),
    state: n % 4 === 0 ? 'working' : 'waiting',
    holder: n % 4 === 0 ? { name: 'Kiran', since: new Date(now - 120_000).toISOString() } : null,
    amount: n * 123_456,
  };
}

/** The grid as a queue uses it, with buttons that simulate other people. */
export function GridRoomDemo(): ReactNode {
  const control = useGrid<Case>();
  const [count, setCount] = useState(60);
  const [list, setList] = useState(() =>
    Array.from({ length: 60 }, (_, n) => caseOf(n + 1, serverClock.now())),
  );
  const [rows] = useState(() => new ListRows<Case>(list));
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Case | null>(null);
  const [why, setWhy] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => rows.set(list, why), [rows, list, why]);
  useCommands([
    { id: 'demo.next', label: 'Next item', keys: 'n', scope: 'screen', run: () => control.move(1) },
  ]);

  const columns = useMemo<readonly GridColumn<Case>[]>(
    () => [
      { key: 'breachAt', label: 'SLA', kind: 'sla', warn: 'warnAt' },
      { key: 'ref', label: 'Case', kind: 'id' },
      { key: 'applicant', label: 'Applicant', kind: 'person', flex: 1, width: 130 },
      { key: 'poo', label: 'POO', kind: 'place' },
      { key: 'docs', label: 'Docs', kind: 'yesNo' },
      { key: 'done', label: 'Checks', kind: 'progress', of: 'steps', flash: true },
      {
        key: 'state',
        label: 'State',
        kind: 'status',
        render: (row) => (
          <StatusWord tone={row.state === 'working' ? 'info' : 'muted'} dot>
            {row.state}
          </StatusWord>
        ),
      },
      { key: 'amount', label: 'Amount', kind: 'money' },
      { key: 'enteredAt', label: 'Age', kind: 'age' },
      { key: 'holder', label: 'With', kind: 'holder' },
    ],
    [],
  );
  const sort = useMemo(() => (a: Case, b: Case) => a.enteredAt.localeCompare(b.enteredAt), []);
  const arrive = (many: number): void => {
    setList((old) => [
      ...old,
      ...Array.from({ length: many }, (_, n) => caseOf(count + n + 1, serverClock.now())),
    ]);
    setCount(count + many);
  };
  const leave = (): void => {
    const row = control.visibleRows()[2];
    if (!row) return;
    setWhy(new Map([[row.id, 'verified by Divya 12:04']]));
    setList((old) => old.filter((one) => one.id !== row.id));
  };
  const change = (): void =>
    setList((old) => old.map((one, n) => (n % 3 === 0 ? { ...one, done: (one.done + 1) % 7 } : one)));

  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        height: 560,
        border: '1px solid var(--ops-line)',
        background: 'var(--ops-surface-1)',
      }}
    >
      <Group gap="xs" p="xs" justify="space-between" style={{ borderBottom: '1px solid var(--ops-line)' }}>
        <Group gap="xs">
          <TextInput
            aria-label="Search"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            w={150}
          />
          <LeasePill control={control} />
        </Group>
        <Group gap="xs">
          <Freshness
            condition="live"
            since={serverClock.now()}
            sources={[
              { service: 'customer', state: 'live', since: new Date().toISOString() },
              { service: 'lead', state: 'stale', since: new Date(Date.now() - 600_000).toISOString() },
            ]}
          />
          <Button variant="default" onClick={() => arrive(12)} data-demo="arrive">
            12 arrive
          </Button>
          <Button variant="default" onClick={leave} data-demo="leave">
            Third leaves
          </Button>
          <Button variant="default" onClick={change} data-demo="change">
            Values change
          </Button>
          <ColumnChooser control={control} />
          <ActionButton label="Next item" keys="n" primary onClick={() => control.move(1)} />
        </Group>
      </Group>
      <Beside
        panel={
          open && (
            <Panel
              title={`${open.ref} · ${open.applicant}`}
              onClose={() => setOpen(null)}
              foot={
                <>
                  <ActionButton label="Verify" keys="v" primary onClick={() => {}} />
                  <ActionButton label="Reject" keys="x" danger onClick={() => {}} />
                  <ActionButton label="Park" keys="p" disabled="Claim it first" onClick={() => {}} />
                </>
              }
            >
              <p>
                Waiting for <Age at={open.enteredAt} />, <Age at={open.enteredAt} long />.
              </p>
            </Panel>
          )
        }
      >
        <Grid
          control={control}
          label="Sign-ups"
          columns={columns}
          rows={rows}
          sort={sort}
          search={search}
          onOpen={setOpen}
          onClick={(row) => open && setOpen(row)}
        />
        <GridFoot control={control} />
      </Beside>
    </div>
  );
}
