import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileStore, md5 } from './copy-files.ts'

/** Each name is one file, whatever it contains, so that it can't lead out of the folder. */
const fileName = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E')
const nameOf = (file: string): string => decodeURIComponent(file)
const UNFINISHED = '.part'

/** A folder that has files by their names. Its files are read to tell whether they are whole. */
export const openFileFolder = (folder: string): FileStore => ({
  async *list() {
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder)) {
      if (file.endsWith(UNFINISHED)) continue
      const content = readFileSync(join(folder, file))
      yield [{ name: nameOf(file), bytes: content.byteLength, hash: md5(content) }]
    }
  },
  read: async (name) => new Uint8Array(readFileSync(join(folder, fileName(name)))),
  write: async (name, content) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, fileName(name))
    writeFileSync(`${path}${UNFINISHED}`, content, { mode: 0o600 })
    renameSync(`${path}${UNFINISHED}`, path)
  },
})
