import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, isSunday } from '#shared/core/day.ts';
import { permitRequests } from '#shared/streams/leads/appointment/task-limits.ts';
import { geofence, type Position, type Whereabouts } from '#shared/streams/leads/appointment/visit-place.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { give } from './give.ts';
import { PhotoButton } from './PhotoButton.tsx';
import type { Stop } from './stop.ts';
import { useFieldTranslations } from './translations.ts';

interface AskProps {
  readonly stop: Stop;
  readonly title: string;
  readonly text: string;
  readonly command: string;
  readonly send: (reason: string) => Promise<void>;
  /** Why it cannot be sent yet, besides the reason. */
  readonly missing: string | null;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with a reason; input is kept until it is in the outbox. */
function InputsDialog({ stop, title, text, command, send, missing, children, onClose }: AskProps): ReactNode {
  const t = useFieldTranslations();
  const draft = useDraft(`appointment.${command}`, stop.id, { reason: '' });
  const [unkept, setUnkept] = useState(false);
  const reason = draft.values.reason.trim();
  const rule = useReason(reason);
  const go = async (): Promise<boolean> => {
    try {
      await send(reason);
      return true;
    } catch {
      setUnkept(true); // the device cannot store it: the dialog stays with the input
      return false;
    }
  };
  return (
    <SendDialog
      title={title}
      verb={t('send')}
      sending={{ pending: false, failure: unkept ? { message: t('unkept') } : null }}
      draft={draft}
      wrong={{ input: missing, reason: rule.wrong }}
      send={go}
      done={t(`done.${command}`, { ref: stop.ref })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p>{text}</p>
          {children}
          {error('input') && (
            <p className="ops-tone-danger" role="alert">
              {error('input')}
            </p>
          )}
          <ReasonField draft={draft} label={t('reason')} hint={rule.hint} error={error('reason')} autoFocus />
        </>
      )}
    </SendDialog>
  );
}

export interface PermitDialogProps {
  readonly stop: Stop;
  readonly kind: 'time' | 'anyLocation';
  readonly position: Position | null;
  readonly where: Whereabouts | null;
  readonly onClose: () => void;
}

/** Requests a permit to start late, early or from here. */
export function PermitDialog({ stop, kind, position, where, onClose }: PermitDialogProps): ReactNode {
  const t = useFieldTranslations();
  const [photo, setPhoto] = useState<File | null>(null);
  const { command, photo: withPhoto } = permitRequests[kind];
  const needsPhoto = withPhoto && where?.kind === 'far' && where.distanceM > geofence.photoBeyondM;
  return (
    <InputsDialog
      stop={stop}
      title={t(`ask.${kind}`)}
      text={t(`askText.${kind}`)}
      command={command}
      missing={needsPhoto && !photo ? t('photoNeeded', { m: geofence.photoBeyondM }) : null}
      send={(reason) =>
        give(stop, command, { reason, ...(position ? { position } : {}) }, photo ? { photo } : {})
      }
      onClose={onClose}
    >
      {withPhoto && (
        <div className="fd-buttons">
          <PhotoButton label={t(photo ? 'photoAgain' : 'photoOfPlace')} onPhoto={setPhoto} />
          {photo && <span className="ops-muted">{photo.name}</span>}
        </div>
      )}
    </InputsDialog>
  );
}

export function NotAtHomeDialog({
  stop,
  position,
  onClose,
}: Pick<PermitDialogProps, 'stop' | 'position' | 'onClose'>): ReactNode {
  const t = useFieldTranslations();
  return (
    <InputsDialog
      stop={stop}
      title={t('ask.notAtHome')}
      text={t('askText.notAtHome')}
      command="reportNotAtHome"
      missing={null}
      send={(note) => give(stop, 'reportNotAtHome', { note, ...(position ? { position } : {}) })}
      onClose={onClose}
    />
  );
}

const grid = Array.from(
  { length: 24 },
  (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
);

/**
 * Requests another day and half hour; whether it is free is decided by the server, now or when the connection
 * is back.
 */
export function RescheduleDialog({
  stop,
  now,
  onClose,
}: {
  readonly stop: Stop;
  readonly now: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useFieldTranslations();
  const today = businessDay(now);
  const [day, setDay] = useState<string | null>(null);
  const [slot, setSlot] = useState<string | null>(null);
  const missing = day === null || slot === null ? t('slotNeeded') : isSunday(day) ? t('noSunday') : null;
  return (
    <InputsDialog
      stop={stop}
      title={t('ask.reschedule')}
      text={t('askText.reschedule')}
      command="requestReschedule"
      missing={missing}
      send={(reason) =>
        give(stop, 'requestReschedule', { appDate: day, slotFrom: slot, reason }, { version: stop.version })
      }
      onClose={onClose}
    >
      <div className="fd-two">
        <DateField
          label={t('newDay')}
          value={day}
          required
          noSunday
          min={today}
          max={addDays(today, 30)}
          onChange={setDay}
        />
        <SelectField
          label={t('newSlot')}
          value={slot}
          required
          choices={grid.map((value) => ({ value, label: value }))}
          onChange={setSlot}
        />
      </div>
    </InputsDialog>
  );
}
