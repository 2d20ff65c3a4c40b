import { SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import { codeShape, doorDue, doorModes } from '#shared/streams/delivery/parcel/rules.ts';
import { failReasons, restOf } from '#shared/streams/delivery/parcel/state.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { IconPaperclip } from '#web/parts/icons.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { give, resultCommands } from './give.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import type { ParcelRow } from './row.ts';
import { useResult, type ResultDraft } from './use-result.ts';

const kinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);

export interface RiderStopProps {
  readonly parcel: ParcelRow;
  /** A result waits on this phone. */
  readonly sent: boolean;
  readonly onClose: () => void;
}

/** One door: call, find the way, and what happened there. Works without a connection; the phone sends it later. */
export function RiderStop({ parcel, sent, onClose }: RiderStopProps): ReactNode {
  const { t } = useTranslations('parcels');
  const draft = useResult(parcel);
  const { result } = draft.values;
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${parcel.address} ${parcel.pincode}`)}`;
  const ready = parcel.stage === 'out' || parcel.stage === 'handedOver';
  return (
    <div className="pa-screen">
      <div className="pa-do">
        <ActionButton label={t('back')} onClick={onClose} />
        {parcel.phone !== '' && (
          <a className="pa-link" href={`tel:${parcel.phone}`}>
            {t('call')}
          </a>
        )}
        <a className="pa-link" href={map} target="_blank" rel="noreferrer">
          {t('navigate')}
        </a>
      </div>
      <h2>{parcel.customer}</h2>
      {sent && <p role="status">{t('onPhoneText')}</p>}
      {ready && !sent && (
        <>
          <DraftNote draft={draft} />
          <SegmentedControl
            aria-label={t('result')}
            fullWidth
            value={result ?? ''}
            data={resultCommands.map((value) => ({ value, label: t(`result.${value}`) }))}
            onChange={(value) => draft.put({ result: resultCommands.find((one) => one === value) ?? null })}
          />
          {result === 'fail' && <Failed parcel={parcel} draft={draft} onDone={onClose} />}
          {(result === 'deliver' || result === 'deliverPart') && (
            <Given
              key={result}
              parcel={parcel}
              draft={draft}
              part={result === 'deliverPart'}
              onDone={onClose}
            />
          )}
        </>
      )}
      {!ready && !sent && <p className="ops-muted">{t('notOutYet')}</p>}
      <ParcelFacts parcel={parcel} />
    </div>
  );
}

const record = (
  parcel: ParcelRow,
  command: string,
  body: Readonly<Record<string, unknown>>,
  photo: File | null,
): Promise<void> =>
  give('delivery', parcel.id, command, { ...body, doneAt: new Date(serverClock.now()).toISOString() }, photo);

function Photo({
  value,
  onPhoto,
}: {
  readonly value: File | null;
  readonly onPhoto: (file: File) => void;
}): ReactNode {
  const { t } = useTranslations('parcels');
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        capture="environment"
        hidden
        aria-label={t('photo')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0] ?? null;
          const good = file !== null && kinds.has(file.type) && file.size <= limits.uploadBytes;
          setWrong(file !== null && !good);
          if (good) onPhoto(file);
          event.currentTarget.value = '';
        }}
      />
      <ActionButton
        label={value ? value.name : t('photo')}
        icon={<IconPaperclip size={16} />}
        onClick={() => input.current?.click()}
      />
      {wrong && (
        <p className="ops-tone-danger" role="alert">
          {t('photoKind')}
        </p>
      )}
    </>
  );
}

interface FormProps {
  readonly parcel: ParcelRow;
  readonly draft: ResultDraft;
  readonly onDone: () => void;
}

function Given({ parcel, draft, part, onDone }: FormProps & { readonly part: boolean }): ReactNode {
  const { t } = useTranslations('parcels');
  const { photo, putPhoto } = draft;
  const { taken, receiver, mode, why } = draft.values;
  const [code, setCode] = useState('');
  const [unkept, setUnkept] = useState(false);
  const accepted = parcel.lines.map(({ id }) => ({ lineId: id, qty: taken[id] ?? 0 }));
  const refused = part ? restOf(parcel, accepted) : [];
  const due = part ? doorDue(parcel, refused) : parcel.codDuePaise;
  const proven = codeShape.test(code) || (photo !== null && receiver.trim() !== '');
  const split = !part || (refused.length > 0 && accepted.some(({ qty }) => qty > 0));
  const off = !proven
    ? t('off.proof')
    : !split
      ? t('off.part')
      : part && why.trim().length < 5
        ? t('off.why')
        : null;
  const send = async (): Promise<void> => {
    const body = {
      ...(code ? { code } : {}),
      ...(receiver.trim() ? { receiver: receiver.trim() } : {}),
      ...(due > 0 ? { cod: { paise: due, mode } } : {}),
      ...(part ? { accepted, why: why.trim() } : {}),
    };
    try {
      await record(parcel, part ? 'deliverPart' : 'deliver', body, photo);
      draft.done();
      onDone();
    } catch {
      setUnkept(true); // the phone cannot keep it: what was typed stays here
    }
  };
  return (
    <section className="pa-part">
      {part &&
        parcel.lines.map(({ id, product, qty }) => (
          <NumberField
            key={id}
            label={t('takes', { product, n: qty })}
            value={taken[id] ?? null}
            min={0}
            max={qty}
            onChange={(n) => draft.put({ taken: { ...taken, [id]: n } })}
          />
        ))}
      {part && (
        <AreaField
          label={t('whyRefused')}
          value={why}
          required
          maxLength={250}
          onChange={(why) => draft.put({ why })}
        />
      )}
      <p className="pa-due">{due > 0 ? t('collect', { amount: formatMoney(due) }) : t('nothingToCollect')}</p>
      {due > 0 && (
        <SegmentedControl
          aria-label={t('payBy')}
          fullWidth
          value={mode}
          data={doorModes.map((value) => ({ value, label: t(`pay.${value}`) }))}
          onChange={(mode) => draft.put({ mode })}
        />
      )}
      <TextField
        label={t('doorCode')}
        hint={t('doorCodeHint')}
        value={code}
        code
        maxLength={6}
        onChange={setCode}
      />
      <TextField
        label={t('receiver')}
        value={receiver}
        maxLength={80}
        onChange={(receiver) => draft.put({ receiver })}
      />
      <Photo value={photo} onPhoto={putPhoto} />
      {unkept && (
        <p className="ops-tone-danger" role="alert">
          {t('unkept')}
        </p>
      )}
      <ActionButton primary label={t('saveResult')} disabled={off} onClick={() => void send()} />
    </section>
  );
}

function Failed({ parcel, draft, onDone }: FormProps): ReactNode {
  const { t } = useTranslations('parcels');
  const { photo, putPhoto } = draft;
  const { reason, note } = draft.values;
  const [unkept, setUnkept] = useState(false);
  const send = async (): Promise<void> => {
    try {
      await record(parcel, 'fail', { reason, note: note.trim() }, photo);
      draft.done();
      onDone();
    } catch {
      setUnkept(true); // the phone cannot keep it: what was typed stays here
    }
  };
  return (
    <section className="pa-part">
      <SelectField
        label={t('reason')}
        value={reason}
        choices={failReasons.map((value) => ({ value, label: t(`fail.${value}`) }))}
        onChange={(reason) => draft.put({ reason })}
      />
      <AreaField
        label={t('noteLabel')}
        value={note}
        maxLength={250}
        onChange={(note) => draft.put({ note })}
      />
      <Photo value={photo} onPhoto={putPhoto} />
      {unkept && (
        <p className="ops-tone-danger" role="alert">
          {t('unkept')}
        </p>
      )}
      <ActionButton
        primary
        label={t('saveResult')}
        disabled={reason === null ? t('off.reason') : null}
        onClick={() => void send()}
      />
    </section>
  );
}
