import type { ReactNode } from 'react';
import { StatusWord } from './StatusWord.tsx';
import './person-head.css';

export interface PersonHeadProps {
  /** Empty where only the reference is known; it then stands for the name. */
  readonly name: string;
  /** CU-000005, PT-000204 */
  readonly reference: string;
  /** Masked. */
  readonly phone?: string | null | undefined;
  readonly place?: string | null | undefined;
  /** What else distinguishes people of one name: age, tier, the customer of a patient. */
  readonly details?: readonly (string | null | undefined)[];
  /** What must not be overlooked: allergies, the reason not to call; in red. */
  readonly alerts?: readonly string[];
  /** What to mind before acting: consents that were refused or withdrawn, a pause of the programme; in amber. */
  readonly refused?: readonly string[];
  /** The name is a heading of the screen. */
  readonly heading?: boolean;
  /** Beside them: a status. */
  readonly children?: ReactNode;
}

/** Who a row, panel or screen is about, the same everywhere: name, quiet reference, masked phone, place, details and warnings. */
export function PersonHead({
  name,
  reference,
  phone,
  place,
  details = [],
  alerts = [],
  refused = [],
  heading = false,
  children,
}: PersonHeadProps): ReactNode {
  const Box = heading ? 'div' : 'span';
  const Name = heading ? 'h2' : 'b';
  const quiet = [phone, place, ...details].filter(Boolean);
  return (
    <Box className="pe-head">
      <Name>{name || reference}</Name>
      {name !== '' && reference !== '' && <span className="ops-code ops-muted">{reference}</span>}
      {quiet.length > 0 && <span className="pe-quiet ops-figures">{quiet.join(' · ')}</span>}
      {alerts.map((text) => (
        <StatusWord key={text} tone="danger" soft>
          {text}
        </StatusWord>
      ))}
      {refused.map((text) => (
        <StatusWord key={text} tone="warn" soft>
          {text}
        </StatusWord>
      ))}
      {children}
    </Box>
  );
}
