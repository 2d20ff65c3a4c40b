/** A line that is away fails at every try; one word about it is enough until it was back. */
export function awayOnce(onError: (error: unknown) => void): { fault(error: unknown): void; back(): void } {
  let said = false;
  return {
    fault(error) {
      if (said) return;
      said = true;
      onError(error);
    },
    back() {
      said = false;
    },
  };
}
