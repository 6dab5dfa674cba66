import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataFolder } from '../../../worker/local/host/data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('the first start after the tests ran opens the folder, and keeps what they left there', async () => {
  const left = join(folder, 'tests/known.json')
  mkdirSync(join(folder, 'tests'))
  writeFileSync(left, '{}')
  const opened = await openDataFolder(folder, false, async () => undefined)
  opened.release()
  expect(readFileSync(left, 'utf8')).toBe('{}')
})

it('a folder with someone’s own files is refused', async () => {
  writeFileSync(join(folder, 'thesis.txt'), 'x')
  await expect(openDataFolder(folder, false, async () => undefined)).rejects.toThrow(
    /holds other files \(thesis\.txt\)/,
  )
})
