const name = 'ops-franchise';

/**
 * Whether this session came from a franchise's own pages, which show their header themselves: the address
 * marks it once (`#fromFranchise`), until the session ends.
 */
export function fromFranchise(hash: string): boolean {
  const says = hash.includes('fromFranchise');
  try {
    if (says) sessionStorage.setItem(name, '1');
    return sessionStorage.getItem(name) === '1';
  } catch {
    return says; // storage is disabled: the address alone decides
  }
}
