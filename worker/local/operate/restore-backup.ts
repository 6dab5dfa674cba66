import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { paths } from '../host/paths.ts'
import { fileTrouble, Problem } from '../host/problem.ts'
import { toldStep } from '../told-steps.ts'
import type { Finding } from './checks/finding.ts'
import { refuseInUse } from './folder-use.ts'
import { backupsIn, DATA, differences, type Manifest, readManifest } from './manifest.ts'
import { verifyFolder } from './verify-folder.ts'

interface RestoreOrder {
  /** A backup, or a folder of backups, whose newest is taken. */
  from: string
  /** A new folder, or an empty one. */
  to: string
  say(text: string): void
}

interface Restored {
  from: string
  takenAt: string
  /** What was checked, with what is wrong. The folder is only there if everything is right. */
  findings: Finding[]
}

/**
 * Copies a backup into a new data folder and checks everything that can be checked. Throws a Problem if the backup isn't
 * whole, or if the folder is in use or has files. Nothing is left unless it succeeds.
 */
export const restoreBackup = async ({ from: given, to, say }: RestoreOrder): Promise<Restored> => {
  const from = newestIn(given)
  const manifest = readManifest(from)
  refuseNewer(manifest)
  refuseTaken(to)
  const partial = `${to}.partial`
  if (existsSync(partial)) throw new Problem(`${partial} is in the way; delete it if nothing is being restored there.`)
  try {
    await toldStep(say, 'Copying', async () => copyFiles(join(from, DATA), partial, manifest))
    // What arrived is hashed, so that a disk that fails while reading is noticed too.
    const wrong = await toldStep(say, 'Comparing with the list of files', async () => differences(partial, manifest))
    if (wrong.length > 0) {
      const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : ''
      throw new Problem(`The backup is damaged: ${wrong[0]}${more}; choose another one.`)
    }
    const findings = await toldStep(say, 'Checking', () => verifyFolder(partial))
    if (findings.every(({ ok }) => ok)) {
      if (existsSync(to)) rmdirSync(to)
      renameSync(partial, to)
    }
    return { from, takenAt: manifest.takenAt, findings }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`The backup could not be restored: ${fileTrouble(error)}`)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

const newestIn = (folder: string): string => {
  const newest = backupsIn(folder).at(-1)
  return newest === undefined ? folder : join(folder, newest)
}

const refuseNewer = ({ migration }: Manifest): void => {
  const known = readdirSync(paths.migrations).sort()
  if (!known.includes(migration)) throw new Problem('The backup was made by a newer Outlay; restore it with that one.')
}

const refuseTaken = (to: string): void => {
  if (!existsSync(to)) return
  refuseInUse(to)
  if (readdirSync(to).length > 0) throw new Problem(`${to} has files; choose a new folder.`)
}

const copyFiles = (from: string, to: string, { files }: Manifest): void => {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const { path } of files) {
    if (!existsSync(join(from, path)))
      throw new Problem(`The backup is damaged: ${path} is missing; choose another one.`)
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
  }
}
