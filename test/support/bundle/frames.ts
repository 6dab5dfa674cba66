import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { BUNDLES, LINES_BEFORE } from './worker-bundle.ts'

interface Frame {
  file: string
  line: number
  column: number
}

const IN_BUNDLE = new RegExp(`${BUNDLES}/[^/?]+\\.mjs`)
const maps = new Map<string, SourceMap | null>()

const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
  maps.set(file, map)
  return map
}

/** Makes a line of a failed test's stack name the file that was bundled. */
export const nameFrame = (root: string, frame: Frame): void => {
  const bundle = IN_BUNDLE.exec(frame.file)?.[0]
  const found = bundle && mapOf(join(root, `${bundle}.map`))?.findEntry(frame.line - 1 - LINES_BEFORE, frame.column - 1)
  if (!found || !('originalSource' in found)) return
  frame.file = join(root, BUNDLES, found.originalSource)
  frame.line = found.originalLine + 1
  frame.column = found.originalColumn + 1
}
