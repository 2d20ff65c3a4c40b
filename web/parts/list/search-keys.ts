import type { KeyboardEvent } from 'react';

/**
 * Keys of a search field above a list: Escape clears it, then leaves it; Enter and ↓ move to the rows and
 * keep the text.
 */
export function searchKeys(event: KeyboardEvent<HTMLInputElement>, clear: () => void): void {
  const field = event.currentTarget;
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    if (field.value) clear();
    else field.blur();
  } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
    event.preventDefault();
    field.blur();
  }
}
