import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Whether the component is still shown, for an answer that may come after it went away. */
export function useHere(): Readonly<RefObject<boolean>> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);
  return here;
}
