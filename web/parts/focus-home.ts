/** Takes the focus; false while it has nothing to give it to. */
export type Home = () => boolean;

const homes: Home[] = [];

/** Offers a place to which a lost focus returns; the latest one is asked first. */
export function offerHome(home: Home): () => void {
  homes.push(home);
  return () => void homes.splice(homes.indexOf(home), 1);
}

export function goHome(): boolean {
  return homes.toReversed().some((home) => home());
}
