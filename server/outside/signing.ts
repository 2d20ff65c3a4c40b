/** How webhooks are signed and proven, and how a text becomes the key of a command: lent by the app. */
export interface Signing {
  sign(secret: string, id: string, atMs: number, body: string | Buffer): Readonly<Record<string, string>>;
  /** The webhook's id when the headers prove the body, else null. */
  prove(
    headers: Readonly<Record<string, unknown>>,
    body: Buffer,
    secrets: readonly string[],
    atMs: number,
  ): string | null;
  keyOf(text: string): string;
}
