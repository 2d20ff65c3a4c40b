/** Filled by the build: every file of the console that works offline. */
interface Window {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
}
