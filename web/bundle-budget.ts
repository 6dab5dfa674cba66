// Runs after `vite build`: what the first load of a page costs in JavaScript, and a failed build above the limit.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  isEntry?: boolean
}

/** Each page with the lazily loaded sources that its first view runs. */
const BUDGETS = [
  { page: '/login', sources: ['routes/login.tsx'], limitKb: 175 },
  { page: '/', sources: ['features/shell/staff-layout.tsx', 'routes/home.tsx'], limitKb: 280 },
]

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

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entry) throw new Error('The build has no entry')

const nameOf = (file: string): string => Object.values(manifest).find((chunk) => chunk.file === file)?.name ?? file

let failed = false
for (const { page, sources, limitKb } of BUDGETS) {
  const files = collect(entry, new Set())
  for (const source of sources) collect(source, files)
  const parts = [...files].map((file) => ({ file, kb: gzipKb(file) })).sort((a, b) => b.kb - a.kb)
  const total = parts.reduce((sum, part) => sum + part.kb, 0)
  const ok = total <= limitKb
  failed ||= !ok
  console.log(`${ok ? 'ok  ' : 'OVER'} ${page}: ${total.toFixed(1)} KB gzip of ${limitKb} KB in ${parts.length} files`)
  for (const part of parts) console.log(`       ${part.kb.toFixed(1).padStart(6)} KB  ${nameOf(part.file)}`)
}
if (failed) process.exit(1)
