import { createHash } from 'node:crypto'

/**
 * Copies uploaded files to another place, and verifies the copy. It only adds: a file is never overwritten with other
 * content, and one that was deleted stays in the copy.
 */

export interface StoredFile {
  name: string
  bytes: number
  /** MD5, hexadecimal. Of a file that was uploaded in parts it is something else, with a dash. */
  hash: string
}

export interface FileStore {
  /** All files, some at a time. */
  list(): AsyncIterable<StoredFile[]>
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
  write(name: string, content: Uint8Array<ArrayBuffer>): Promise<void>
}

interface Copied {
  files: number
  bytes: number
  copied: number
  /** In words: what is missing in the copy or has another content. */
  faults: string[]
}

const AT_ONCE = 4

export const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('hex')
const isMd5 = (hash: string): boolean => /^[0-9a-f]{32}$/.test(hash)

const allOf = async (store: FileStore): Promise<Map<string, StoredFile>> => {
  const files = new Map<string, StoredFile>()
  for await (const some of store.list()) for (const file of some) files.set(file.name, file)
  return files
}

const isSame = (a: StoredFile, b: StoredFile): boolean =>
  a.bytes === b.bytes && (!isMd5(a.hash) || !isMd5(b.hash) || a.hash === b.hash)

/** What the copy has of a file, or null if it is the same. */
const faultOf = (file: StoredFile, there: StoredFile | undefined): string | null => {
  if (!there) return `${file.name} is missing in the copy.`
  return isSame(file, there) ? null : `${file.name} has another content in the copy.`
}

/**
 * @param isOnlyVerified nothing is copied
 * @returns what is wrong after that: no fault means that every file is in the copy, byte for byte
 */
export const copyFiles = async (
  from: FileStore,
  to: FileStore,
  isOnlyVerified: boolean,
  say: (text: string) => void,
): Promise<Copied> => {
  const files = [...(await allOf(from)).values()]
  let copied = 0
  const faults: string[] = []
  if (!isOnlyVerified) {
    const before = await allOf(to)
    const waiting = files.filter(({ name }) => !before.has(name))
    const total = waiting.length
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const content = await from.read(file.name)
        if (content.byteLength !== file.bytes || (isMd5(file.hash) && md5(content) !== file.hash)) {
          faults.push(`${file.name} was not read as it is listed.`)
          continue
        }
        await to.write(file.name, content)
        copied += 1
        if (copied % 100 === 0) say(`${copied} of ${total} files\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  const after = await allOf(to)
  for (const file of files) {
    const fault = faultOf(file, after.get(file.name))
    if (fault) faults.push(fault)
  }
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), copied, faults }
}
