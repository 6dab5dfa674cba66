// Runs after `vite build`: the JavaScript that each page needs before it shows anything. Fails the build above the limit.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { MOST_KB, MOST_KB_OF_OTHERS } from './first-view.ts'
import { NEXT_FILES, type NextFiles } from './pages/next-files.ts'

const dist = fileURLToPath(new URL('./dist', import.meta.url))
const kb = new Map<string, number>()
const gzipKb = (file: string): number => {
  const known = kb.get(file) ?? gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length / 1024
  kb.set(file, known)
  return known
}

const html = readFileSync(`${dist}/index.html`, 'utf8')
const everywhere = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
if (everywhere.length === 0) throw new Error('The built page has no scripts')
const { files, pages } = JSON.parse(readFileSync(dist + NEXT_FILES, 'utf8')) as NextFiles

let failed = false
const sizes = pages.map(([path, places]) => {
  const scripts = new Set(
    [...everywhere, ...places.flatMap((at) => files[at] ?? [])].filter((file) => file.endsWith('.js')),
  )
  const total = [...scripts].reduce((sum, file) => sum + gzipKb(file), 0)
  const most = MOST_KB[path] ?? MOST_KB_OF_OTHERS
  failed ||= total > most
  return { path, total, most, count: scripts.size }
})
for (const path of Object.keys(MOST_KB))
  if (!sizes.some((each) => each.path === path)) throw new Error(`No page has the path ${path}`)
for (const { path, total, most, count } of sizes.sort((a, b) => b.total - a.total))
  if (total > most || path in MOST_KB || path === sizes[0]?.path)
    console.log(
      `${total > most ? 'OVER' : 'ok  '} ${path}: ${total.toFixed(1)} KB gzip of ${most} KB in ${count} files`,
    )
if (failed) process.exit(1)
