import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { fetchPdf } from '#web/live/fetch-pdf.ts';
import { saveBlob } from '#web/live/save-blob.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useTranslations } from '#web/locales/translations.ts';
import type { LiveRow, Tray } from './row.ts';

export interface PutawayPanelProps {
  readonly row: LiveRow;
  readonly tray: Tray | null;
  readonly trays: readonly Tray[];
  readonly onTray: (tray: Tray | null) => void;
  readonly onClose: () => void;
}

/** One barcode: its units per tray, and its labels. */
export function PutawayPanel({ row, tray, trays, onTray, onClose }: PutawayPanelProps): ReactNode {
  const { t } = useTranslations('putaway');
  const person = usePerson();
  const [qty, setQty] = useState<number | null>(row.left);
  const [copies, setCopies] = useState<number | null>(Math.ceil(row.left / row.packSize));
  const [reason, setReason] = useState('');
  const [again, setAgain] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const act = async (work: () => Promise<string>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      toast({ text: await work(), tone: 'ok' });
    } catch (problem) {
      const found = failureOf(problem);
      setFailure(found);
      if (found.code === 'labelsPrinted') setAgain(true);
    } finally {
      setPending(false);
    }
  };
  const put = (): Promise<void> =>
    act(async () => {
      await api.command('stock', row.id, 'putAway', { trayId: tray?.id ?? 0, qty: qty ?? 0 });
      return t('placed', { n: qty ?? 0, product: row.product, tray: tray?.name ?? '' });
    });
  const print = (format: 'pdf' | 'zpl'): Promise<void> =>
    act(async () => {
      const body = { pooId: row.pooId, copies: copies ?? 1 };
      if (again) await api.command('barcode', row.barcodeId, 'reprintLabels', { ...body, reason });
      else await api.command('barcode', row.barcodeId, 'printLabels', body);
      const blob = await fetchPdf(`/stock-labels/${row.barcodeId}`, { copies: String(copies ?? 1), format });
      saveBlob(blob, `${row.label}.${format}`);
      return t('printed', { n: copies ?? 1 });
    });
  const may = (right: string): boolean => hasRight(person, `Inventory/stockPutawayList:${right}`);
  return (
    <Panel
      title={row.product}
      onClose={onClose}
      talk={{ stream: `barcode-${row.barcodeId}`, title: row.label }}
    >
      <div className="do-ask">
        {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
        <SelectField
          label={t('chooseTray')}
          value={tray ? String(tray.id) : null}
          choices={trays.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => onTray(trays.find((one) => String(one.id) === id) ?? null)}
        />
        <NumberField label={t('units')} value={qty} min={1} max={row.left} onChange={setQty} />
        <ActionButton
          label={t('put')}
          primary
          pending={pending}
          disabled={may('create') ? (tray ? null : t('trayFirst')) : t('off.right')}
          onClick={() => void put()}
        />
        <NumberField label={t('copies')} value={copies} min={1} max={1_000} onChange={setCopies} />
        {again && <TextField label={t('reason')} value={reason} required onChange={setReason} />}
        <ActionButton
          label={again ? t('reprint') : t('print')}
          pending={pending}
          disabled={may(again ? 'edit' : 'create') ? null : t('off.right')}
          onClick={() => void print('pdf')}
        />
        <Button
          variant="subtle"
          disabled={pending || !may(again ? 'edit' : 'create')}
          onClick={() => void print('zpl')}
        >
          {t('zpl')}
        </Button>
      </div>
    </Panel>
  );
}
