import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { licences } from './licences';
import { site } from './site/plugin';

// What is built here is part of the server's sources. While working on the page, `npm run dev`
// serves it and passes the socket and the downloads on to a running `plywise serve`.
const server = process.env['PLYWISE_SERVER'] ?? 'http://127.0.0.1:8118';

// With `--mode site` it is the page of a static site, which may lie anywhere (site.sh).
export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), licences(), mode === 'site' && site()],
  worker: { format: 'es' },
  build: {
    outDir: process.env['PLYWISE_PAGE_OUT'] ?? '../crates/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // Data addresses for fonts or pictures would only blow up the style sheet.
    assetsInlineLimit: 0,
    rollupOptions: mode === 'site' ? { input: ['index.html', 'bench.html'] } : {},
  },
  server: {
    // The server refuses origins that are not its own.
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
}));
