import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { AreaField } from '../field/text-fields.tsx';
import { useDraft } from '../use-draft.ts';
import { SendDialog } from './SendDialog.tsx';
import type { SendDialogProps } from './SendDialog.tsx';
import { useSendTranslations } from './translations.ts';

type Bounds = { readonly least?: number; readonly most?: number };

/** The rule of a reason in words: as a hint, and as what is wrong with this text. */
export function useReason(
  text: string,
  { least = 5, most = 200 }: Bounds = {},
): {
  readonly hint: string;
  readonly wrong: string | null;
} {
  const t = useSendTranslations();
  return {
    hint: t('rule', { least, most }),
    wrong: text.trim().length < least ? t('short', { least }) : null,
  };
}

export interface ReasonDialogProps<A>
  extends
    Bounds,
    Pick<
      SendDialogProps<A>,
      'title' | 'width' | 'verb' | 'danger' | 'cancel' | 'sending' | 'done' | 'onSent' | 'onClose'
    > {
  /** Command and record; what is typed is kept under them until it is sent. */
  readonly about: readonly [command: string, record: string | number | null];
  /** The name of the text in the command; a refusal of it is shown at the input. */
  readonly field?: string;
  readonly label?: string;
  readonly hint?: string;
  /** What is said of a text that is too short. */
  readonly short?: string;
  /** May be left empty. */
  readonly optional?: boolean;
  readonly rows?: number;
  /** Above the input: what happens, to whom. */
  readonly children?: ReactNode;
  readonly send: (reason: string) => Promise<A>;
}

/** Asks for the reason that a command requires. */
export function ReasonDialog<A>({
  about,
  field = 'reason',
  label,
  hint,
  short,
  optional = false,
  least = 5,
  most = 200,
  rows = 3,
  children,
  send,
  ...dialog
}: ReasonDialogProps<A>): ReactNode {
  const frame = useFrame();
  const draft = useDraft(...about, { reason: '' });
  const reason = draft.values.reason.trim();
  const rule = useReason(reason, { least, most });
  return (
    <SendDialog
      {...dialog}
      draft={draft}
      wrong={{ [field]: optional ? null : rule.wrong && (short ?? rule.wrong) }}
      send={() => send(reason)}
    >
      {(error) => (
        <>
          {children}
          <AreaField
            label={label ?? frame('reason')}
            {...(optional ? {} : { hint: hint ?? rule.hint })}
            value={draft.values.reason}
            onChange={(text) => draft.put({ reason: text })}
            required={!optional}
            maxLength={most}
            rows={rows}
            autoFocus
            error={error(field)}
          />
        </>
      )}
    </SendDialog>
  );
}
