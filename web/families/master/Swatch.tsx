import type { ReactNode } from 'react';

export function Swatch({ colour }: { colour: string }): ReactNode {
  return (
    <span className="ops-code">
      <span className="ma-swatch" style={{ background: colour }} aria-hidden="true" /> {colour}
    </span>
  );
}
