import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { faces } from './faces-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const house = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Everything the server answers itself; the rest is the console. */
const doors = [
  '/commands',
  '/employee/api',
  '/masters/api',
  '/lead/api',
  '/product/api',
  '/prescription/api',
  '/customer/api',
  '/purchase/api',
  '/supplier/api',
  '/payment/api',
  '/api',
  '/relay',
  '^/words/[a-z]{2}/',
  '/file',
  '/healthz',
  '/readyz',
  '/health',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/views',
  '/feeds',
  '/session',
  '/access',
  '/approval-status',
  '/operations',
  '/outbox',
  '/search',
  '^/chat/',
  '/push',
  '^/masters-[a-z]',
];

/** Libraries that many screens share, each loaded when the first of them needs it. */
const shared = [
  // Our own modules that many screens import travel together: a file for each would cost more in headers than it saves.
  { name: 'common', test: /[\\/](web|shared)[\\/]/, minShareCount: 20, priority: 1 },
  // So do what they share of libraries, past the rooms below.
  { name: 'parts', test: /node_modules/, minShareCount: 20, priority: 2 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
  { name: 'grid', test: /node_modules[\\/](ag-grid-community|ag-grid-react|ag-stack)[\\/]/, priority: 8 },
  { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 8 },
  { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/, priority: 8 },
  { name: 'pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/, priority: 8 },
  { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/, priority: 8 },
];

/** What the reader of PDFs asks for by name when a picture in one is a JPEG 2000: plain script, as the house's policy allows no other. */
function pdfPictures(): Plugin {
  const folder = new URL('../node_modules/pdfjs-dist/', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  const name = 'openjpeg_nowasm_fallback.js';
  return {
    name: 'pdf-pictures',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${name}`, source: readFileSync(new URL(`wasm/${name}`, folder)) });
    },
  };
}

export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('../node_modules/.vite', import.meta.url)),
  plugins: [
    react(),
    faces(),
    pdfPictures(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'boot.*', 'mark.svg', 'assets/*.{js,css}', 'assets/inter-latin-wght-*.woff2'],
        globIgnores: ['assets/{grid,charts,forms,dates}-*', 'assets/pdf*', 'assets/*Room*'],
        dontCacheBustURLsMatching: /^assets\//,
      },
      manifest: {
        name: 'Ops Console',
        short_name: 'Ops',
        start_url: '/dashboard',
        display: 'standalone',
        background_color: '#f5f6f8',
        theme_color: '#474fbd',
        icons: [{ src: '/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups: shared, includeDependenciesRecursively: false } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      ...Object.fromEntries(doors.map((door) => [door, { target: house }])),
      '/socket.io': { target: house, ws: true },
      '/ws': { target: house, ws: true },
    },
  },
});
