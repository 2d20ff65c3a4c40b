/** Made by `web/vite.config.ts` from the registers of `shared`. */
declare module 'virtual:faces' {
  export interface Face {
    readonly family: 'master' | 'queue' | 'approval' | 'document' | 'form' | 'report' | 'dashboard';
    readonly name: string;
    readonly route: string;
    readonly title: { readonly en: string; readonly es: string };
  }
  export const faces: readonly Face[];
}
