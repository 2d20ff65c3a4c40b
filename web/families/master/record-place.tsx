import type { ComponentType, ReactNode } from 'react';
import type { MasterDef, MasterCommand } from '#shared/families/master-def.ts';
import type { Labels, MasterRecord, MasterRow } from '#shared/families/master-wire.ts';
import { failureOf } from '#web/live/failure.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, ErrorState } from '#web/parts/states.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import { isLong } from './form-values.ts';
import { ImportPage } from './ImportPage.tsx';
import type { Offer } from './Life.tsx';
import { CommandPanel } from './CommandFields.tsx';
import type { MasterPlug } from './plug.ts';
import { EditPanel, RecordPanel } from './RecordPanel.tsx';
import type { RecordPanelProps } from './RecordPanel.tsx';
import type { ListState } from './use-list-state.ts';
import type { Saved } from './use-record-form.ts';

export interface RecordPlaceParts {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly speech: Speech;
  readonly plug: MasterPlug;
  readonly state: ListState;
  readonly labels: Labels;
  readonly record: {
    readonly data: MasterRecord | undefined;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  /** The command that creates a record with a stream of its own. */
  readonly making: MasterCommand | null;
  readonly mayMake: boolean;
  readonly makes: boolean;
  readonly importing: boolean;
  readonly offNew: string | null;
  readonly offers: readonly Offer[];
  readonly change: RecordPanelProps['change'];
  readonly revert: ((row: MasterRow) => RecordPanelProps['onRevert']) | null;
  readonly saved: (saved: Saved) => void;
  readonly onDirty: (dirty: boolean) => void;
  /** Call when the list must be reloaded. */
  readonly onChanged: () => void;
  readonly close: () => void;
}

/**
 * What is shown beside the list (a record, a short form) or instead of it (a long form, files), according to
 * the address.
 */
export function recordPlace(parts: RecordPlaceParts): {
  readonly page: ReactNode;
  readonly beside: ReactNode;
} {
  const { def, speech, state, plug, importing, makes } = parts;
  const { openId, place } = state;
  if (place === 'import' && importing) {
    const away = (): void => {
      parts.onChanged();
      state.go(null);
    };
    return { page: <ImportPage def={def} speech={speech} onClose={away} />, beside: null };
  }
  if (place === 'new' && makes) return newPlace(parts);
  if (openId === null) return { page: null, beside: null };
  const { data, error, refetch } = parts.record;
  const waiting = (inside: ReactNode) => ({
    page: null,
    beside: (
      <Panel title={speech.t('record')} onClose={parts.close}>
        {inside}
      </Panel>
    ),
  });
  if (error && !data)
    return waiting(<ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />);
  if (!data || data.row.id !== Number(openId)) return waiting(<Skeleton rows={8} />);
  if (place === 'edit' && (plug.Editor || !def.source)) return formPlace(parts, data, () => state.go(openId));
  const { masters, labels, offers, change, revert, saved, close } = parts;
  const panel = (
    <RecordPanel
      key={openId}
      def={def}
      masters={masters}
      speech={speech}
      row={data.row}
      labels={{ ...labels, ...data.labels }}
      into={data.into}
      doubles={data.doubles}
      waiting={data.waiting ?? null}
      plug={plug}
      place={place}
      offers={offers}
      change={change}
      onPlace={(next) => state.go(openId, next)}
      onRevert={revert?.(data.row) ?? null}
      onSaved={saved}
      onChanged={() => {
        parts.onChanged();
        void refetch();
      }}
      onOpenOther={(id, at) => state.go(String(id), at)}
      onClose={close}
    />
  );
  return { page: null, beside: panel };
}

function newPlace(parts: RecordPlaceParts): { readonly page: ReactNode; readonly beside: ReactNode } {
  const { def, speech, labels, making, saved, close, onDirty } = parts;
  if (!parts.mayMake)
    return {
      page: null,
      beside: (
        <Panel title={speech.t('new')} onClose={close}>
          <DeniedState>{parts.offNew}</DeniedState>
        </Panel>
      ),
    };
  if (making)
    return {
      page: null,
      beside: (
        <CommandPanel
          key="new"
          def={def}
          command={making}
          row={null}
          labels={labels}
          speech={speech}
          onDone={saved}
          onClose={close}
          onDirty={onDirty}
        />
      ),
    };
  return formPlace(parts, null, close);
}

/** The form of a record, the plug-in's own or the family's; a long one gets the whole page. */
function formPlace(
  parts: RecordPlaceParts,
  data: MasterRecord | null,
  close: () => void,
): { readonly page: ReactNode; readonly beside: ReactNode } {
  const { def, masters, speech, plug, state, saved, onDirty } = parts;
  const labels = { ...parts.labels, ...data?.labels };
  const row = data?.row ?? null;
  const key = row === null ? 'new' : state.openId;
  const openOther = (id: number): void => state.go(String(id));
  const Editor = plug.Editor as ComponentType<any> | undefined;
  const form = Editor ? (
    <Editor
      key={key}
      def={def}
      masters={masters}
      speech={speech}
      row={row}
      labels={labels}
      onSaved={saved}
      onClose={close}
      onOpenOther={openOther}
    />
  ) : (
    <EditPanel
      key={key}
      def={def}
      masters={masters}
      plug={plug}
      row={row}
      labels={labels}
      speech={speech}
      newest={row}
      onSaved={saved}
      onClose={close}
      onDirty={onDirty}
      onOpenOther={openOther}
    />
  );
  return (Editor ? plug.page : isLong(def)) ? { page: form, beside: null } : { page: null, beside: form };
}
