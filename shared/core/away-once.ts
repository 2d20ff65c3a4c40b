/** Reports the first failure of an outage and stays silent until the connection has recovered. */
export function awayOnce(onError: (error: unknown) => void): { fault(error: unknown): void; back(): void } {
  let text = false;
  return {
    fault(error) {
      if (text) return;
      text = true;
      onError(error);
    },
    back() {
      text = false;
    },
  };
}
