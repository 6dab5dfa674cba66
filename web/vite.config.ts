import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkNames } from './chunks.ts'
import { componentStyles } from './component-styles.ts'
import { fileRoutes } from './file-routes.ts'
import { fonts } from './fonts.ts'
import { leanRoutes } from './lean-routes.ts'
import { pageFiles } from './page-files.ts'
import { parts } from './parts.ts'
import { zodWithoutJsonSchema } from './zod-in-browser.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  plugins: [
    tanstackRouter({
      ...fileRoutes,
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [['loader'], ['component']] },
    }),
    react(),
    componentStyles(),
    fonts(),
    leanRoutes(),
    zodWithoutJsonSchema(),
    parts(),
    pageFiles(),
  ],
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
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames(root) }] },
        // The entry lists every file of every lazily loaded page, so their names cost bytes in each first load.
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
        '/scim',
      ].map((path) => [path, { target: process.env.OUTLAY_API ?? 'http://localhost:8787', ws: true }]),
    ),
  },
})
