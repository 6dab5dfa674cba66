import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { zodWithoutJsonSchema } from './zod-in-browser.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * What every page runs whole comes in few long-lived files; everything else is split by who imports it, so that
 * what only some pages need (tables, dates, drawing, drag and drop) stays with them.
 * The nonce and zod's switch travel with zod, so that they run before any schema is built.
 */
const SHARED_CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/@tanstack\/(router-core|react-router|history|store|react-store)\// },
  { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\// },
  { name: 'schema', test: /node_modules\/(zod|get-nonce)\/|web\/lib\/csp\.ts/ },
]

export default defineConfig({
  root,
  plugins: [react(), zodWithoutJsonSchema()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Every browser of that age knows modulepreload.
    modulePreload: { polyfill: false },
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: SHARED_CHUNKS },
        // The entry lists every file of every lazily loaded page: names in it are paid for at each first load.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        '/graphql',
        '/api',
        '/public-api',
        '/jwt-data',
        '/create-jwt-from-login-token',
        '/clear-jwt',
        '/auth',
        '/files',
      ].map((path) => [path, { target: process.env.OUTLAY_API ?? 'http://localhost:8787', ws: true }]),
    ),
  },
})
