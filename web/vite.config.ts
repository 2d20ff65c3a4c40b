import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { faces } from './faces-plugin.ts';
import { withoutFolds } from './folds-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Everything the server answers itself; the rest is the console. */
const routes = [
  '/commands',
  '/employee/api',
  '/masters/api',
  '/lead/api',
  '/product/api',
  '/prescription/api',
  '/customer/api',
  '/customerApp/',
  '/purchase/api',
  '/supplier/api',
  '/payment/api',
  '/api',
  '/relay',
  '^/translations/[a-z]{2}/',
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
  '/approval-names',
  '/approval-status',
  '/operations',
  '/outbox',
  '/search',
  '^/chat/',
  '/push',
  '^/masters-[a-z]',
  '^/documents-[a-z]',
  '^/stock-[a-z]',
];

/** Libraries that many screens share, each loaded when the first of them needs it. */
const shared = [
  // Our own modules that many screens import are one file: a file for each would cost more in headers than it
  // saves.
  { name: 'common', test: /[\\/](web|shared)[\\/]/, minShareCount: 80, priority: 1 },
  // What the frame shows at once is one file, and so are its icons.
  {
    name: 'frame-parts',
    test: /[\\/]web[\\/]shell[\\/](layout|notices|menu|session)[\\/](NoticeButton|use-notices|inbox|sound|Badge|use-menu|use-sign-out|PartBoundary|EnvironmentLabel|layout-rules)\./,
    priority: 3,
  },
  {
    name: 'frame-dialog',
    test: /[\\/]web[\\/](parts[\\/](Dialog|prompt|unsaved|KeyHint)|live[\\/](use-command|use-here))\.tsx?$/,
    priority: 3,
  },
  {
    name: 'frame-icons',
    test: /icons-react[\\/].*Icon(Bell|Search|Message|Checklist|Link|ChevronRight|InfoCircle|CircleCheck)\./,
    priority: 3,
  },
  // All declarations of reports are one file; the rows that they share are another.
  { name: 'report-models', test: /[\\/]shared[\\/]reports[\\/]models[\\/]/, priority: 2 },
  // The same for their shared libraries, except those below. The tick of a checkbox is in no first screen.
  { name: 'parts', test: /node_modules(?!.*[\\/]Checkbox[\\/])/, minShareCount: 94, priority: 2 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
  {
    name: 'socket',
    test: /node_modules[\\/](socket\.io-client|socket\.io-parser|engine\.io-client|engine\.io-parser|@socket\.io)[\\/]/,
    priority: 8,
  },
  { name: 'grid', test: /node_modules[\\/](ag-grid-community|ag-grid-react|ag-stack)[\\/]/, priority: 8 },
  { name: 'charts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 8 },
  { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/, priority: 8 },
  { name: 'pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/, priority: 8 },
  { name: 'camera', test: /node_modules[\\/]@zxing[\\/]/, priority: 8 },
  { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/, priority: 8 },
];

/** What the first screen needs a moment later travels beside it: the browser fetches it with the page. */
function preloaded(chunk: string): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find(
          (one) => one.startsWith(`assets/${chunk}-`) && one.endsWith('.js'),
        );
        if (!file) throw new Error(`The build has no chunk called ${chunk}.`);
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          },
        ];
      },
    },
  };
}

/**
 * The file that the PDF reader requests by name for a JPEG 2000 image: plain script, as the content security
 * policy allows nothing else.
 */
function pdfPictures(): Plugin {
  const folder = new URL('../node_modules/pdfjs-dist/', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    version: string;
  };
  const name = 'openjpeg_nowasm_fallback.js';
  return {
    name: 'pdf-pictures',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdf-${version}/${name}`,
        source: readFileSync(new URL(`wasm/${name}`, folder)),
      });
    },
  };
}

export default defineConfig({
  root,
  cacheDir: fileURLToPath(new URL('../node_modules/.vite', import.meta.url)),
  plugins: [
    react(),
    faces(),
    withoutFolds(),
    pdfPictures(),
    preloaded('socket'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: [
          'index.html',
          'boot.*',
          'mark.svg',
          'assets/*.{js,css}',
          'assets/inter-latin-wght-*.woff2',
        ],
        globIgnores: ['assets/{grid,charts,forms,dates}-*', 'assets/pdf*', 'assets/{Chart,Grid}Room*'],
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
    rolldownOptions: {
      // A stream only declares: what no screen uses of it is left out.
      treeshake: { moduleSideEffects: (id: string) => !/[\\/]shared[\\/]streams[\\/]/.test(id) },
      output: { codeSplitting: { groups: shared, includeDependenciesRecursively: false } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      ...Object.fromEntries(routes.map((route) => [route, { target: server }])),
      '/socket.io': { target: server, ws: true },
      '/ws': { target: server, ws: true },
    },
  },
});
