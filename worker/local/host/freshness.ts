import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from './paths.ts'

// The launcher uses this before anything is installed, so only Node's own modules are allowed here.

const modules = join(paths.root, 'node_modules')
const installStamp = join(modules, '.outlay-lock')
const webStamp = join(paths.build, 'web.json')

/** Whether node_modules matches bun.lock. */
export function isInstalled(): boolean {
  return existsSync(paths.node) && readOr(installStamp) === lockHash()
}

export function rememberInstalled(): void {
  writeFileSync(installStamp, lockHash())
}

/** A fingerprint of everything the built web app depends on, by names, sizes and times. */
export function webFingerprint(): string {
  const hash = createHash('sha256')
  for (const path of ['web', 'schema', 'package.json', 'bun.lock', 'tsconfig.json']) addTo(hash, join(paths.root, path))
  return hash.digest('hex')
}

export function isWebBuilt(fingerprint: string): boolean {
  return existsSync(join(paths.webDist, 'index.html')) && readOr(webStamp) === fingerprint
}

export function rememberWebBuilt(fingerprint: string): void {
  mkdirSync(paths.build, { recursive: true })
  writeFileSync(webStamp, fingerprint)
}

export function forgetWebBuilt(): void {
  rmSync(webStamp, { force: true })
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`)
    return
  }
  for (const entry of readdirSync(path).sort()) {
    if (entry !== 'node_modules' && entry !== 'dist') addTo(hash, join(path, entry))
  }
}

function lockHash(): string {
  return createHash('sha256')
    .update(readFileSync(join(paths.root, 'bun.lock')))
    .digest('hex')
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
