// Runs after `vite build`: measures the JavaScript of each page's first load, and fails the build above the limit.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { filesOf } from './areas.ts'
import { MOST_KB } from './first-view.ts'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

const dist = fileURLToPath(new URL('./dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>

const collect = (key: string, files: Set<string>): Set<string> => {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the build's manifest`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(imported, files)
  return files
}

const gzipKb = (file: string): number => gzipSync(readFileSync(dist + file), { level: 9 }).length / 1024

/** What every page runs: the page's own scripts, and the file that loads right after them. */
const html = readFileSync(`${dist}index.html`, 'utf8')
const everywhere = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, file = '']) => file)
if (everywhere.length === 0) throw new Error('The built page has no scripts')
const keyOf = (is: (chunk: Chunk) => boolean): string => {
  const key = Object.keys(manifest).find((each) => is(manifest[each] as Chunk))
  if (!key) throw new Error('A file is missing from the build manifest')
  return key
}

const nameOf = (file: string): string => Object.values(manifest).find((chunk) => chunk.file === file)?.name ?? file

let failed = false
for (const [page, limitKb] of Object.entries(MOST_KB)) {
  const files = new Set<string>()
  for (const file of everywhere)
    collect(
      keyOf((chunk) => chunk.file === file),
      files,
    )
  for (const name of ['first', ...filesOf(page)])
    collect(
      keyOf((chunk) => chunk.name === name),
      files,
    )
  const parts = [...files].map((file) => ({ file, kb: gzipKb(file) })).sort((a, b) => b.kb - a.kb)
  const total = parts.reduce((sum, part) => sum + part.kb, 0)
  const ok = total <= limitKb
  failed ||= !ok
  console.log(`${ok ? 'ok  ' : 'OVER'} ${page}: ${total.toFixed(1)} KB gzip of ${limitKb} KB in ${parts.length} files`)
  for (const part of parts) console.log(`       ${part.kb.toFixed(1).padStart(6)} KB  ${nameOf(part.file)}`)
}
if (failed) process.exit(1)
