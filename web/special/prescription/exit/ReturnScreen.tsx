import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { codeCountsMs } from '#shared/streams/customers/exit/return.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, CheckField, TextField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { ExitFacts } from './ExitFacts.tsx';
import { ExitList, stageTones, type LiveExit } from './ExitList.tsx';
import { useExitTranslations, useExitWords } from './translations.ts';
import '../prescription.css';
import './exit.css';

const columns = ['ref', 'customer', 'name', 'stage', 'kind', 'reasonName', 'exitedOn', 'updatedAt'];
const stages = ['exited', 'returned'] as const;
/** The wording of the new consent. */
const consentVersion = '2026-11';

/** Former customers, and their return. */
export function ReturnScreen(): ReactNode {
  const t = useExitTranslations();
  return (
    <ExitList
      feedName="list/reactive-customer"
      stages={stages}
      columnKeys={columns}
      label={t('listBack')}
      empty={t('emptyBack')}
      emptyText={t('emptyBackText')}
      panel={(row, off, close) => <ReturnPanel key={row.id} row={row} off={off} onClose={close} />}
    />
  );
}

function ReturnPanel({
  row,
  off,
  onClose,
}: {
  readonly row: LiveExit;
  readonly off: string | null;
  readonly onClose: () => void;
}): ReactNode {
  const words = useExitWords();
  const t = useExitTranslations();
  const person = usePerson();
  const why = hasRight(person, 'Prescription/reactive-customer:edit') ? off : t('readOnly');
  return (
    <Panel
      title={`${row.ref} ${row.name}`}
      width={520}
      onClose={onClose}
      aside={
        <StatusWord tone={stageTones[row.stage] ?? 'muted'} soft>
          {words(`stage.${row.stage}`)}
        </StatusWord>
      }
    >
      <div className="ex-form">
        <ExitFacts row={row} />
        {row.stage === 'exited' && <Back row={row} off={why} />}
      </div>
    </Panel>
  );
}

function Back({ row, off }: { readonly row: LiveExit; readonly off: string | null }): ReactNode {
  const t = useExitTranslations();
  const now = useServerSecond();
  const send = useCommand('custexit', 'sendReturnCode');
  const check = useCommand('custexit', 'verifyReturnCode');
  const back = useCommand('custexit', 'reactivate');
  const [code, setCode] = useState('');
  const [values, setValues] = useState({ reason: '', care: false, calling: false });
  const verified = row.codeVerifiedAt !== null && now - Date.parse(row.codeVerifiedAt) < codeCountsMs;
  const why =
    off ?? (verified && values.care && values.calling && values.reason.trim().length >= 5 ? null : t('fill'));
  const failure = send.failure ?? check.failure ?? back.failure;
  const reactivate = async (): Promise<void> => {
    const { reason, care, calling } = values;
    if (await back.run(row.id, { reason: reason.trim(), care, calling, consentVersion }))
      toast({ text: t('isBack', { name: row.name }), tone: 'ok' });
  };
  return (
    <section className="rx-part" aria-label={t('back')}>
      <h3>{t('back')}</h3>
      <p className="ops-muted">{t('backText')}</p>
      {verified && row.codeVerifiedAt ? (
        <p className="ops-tone-ok">{t('verified', { at: formatInstant(row.codeVerifiedAt) })}</p>
      ) : (
        <form
          className="rx-row"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.length === 6) void check.run(row.id, { code }).then((done) => done && setCode(''));
          }}
        >
          <Button
            variant="default"
            loading={send.pending}
            disabled={off !== null}
            title={off ?? t('codeTo', { phone: row.phoneMasked })}
            onClick={() => {
              check.dismiss();
              void send.run(row.id);
            }}
          >
            {t(row.codeSentAt ? 'sendAgain' : 'sendCode')}
          </Button>
          {row.codeSentAt && (
            <>
              <TextField
                label={t('code')}
                value={code}
                code
                maxLength={6}
                onChange={(typed) => setCode(typed.replace(/\D/g, ''))}
              />
              <Button
                type="submit"
                variant="default"
                loading={check.pending}
                disabled={off !== null || code.length !== 6}
              >
                {t('check')}
              </Button>
            </>
          )}
        </form>
      )}
      <CheckField label={t('care')} value={values.care} onChange={(care) => setValues({ ...values, care })} />
      <CheckField
        label={t('calling')}
        value={values.calling}
        onChange={(calling) => setValues({ ...values, calling })}
      />
      <AreaField
        label={t('reason')}
        value={values.reason}
        required
        maxLength={500}
        onChange={(reason) => setValues({ ...values, reason })}
      />
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            send.dismiss();
            check.dismiss();
            back.dismiss();
          }}
        />
      )}
      <span>
        <ActionButton
          primary
          label={t('reactivate')}
          pending={back.pending}
          disabled={why}
          onClick={() => void reactivate()}
        />
      </span>
    </section>
  );
}
