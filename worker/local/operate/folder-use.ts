import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderInUse, HOLDER_FILE, lockFolder } from '../host/data-folder.ts'
import { Problem } from '../host/problem.ts'
import { STATE_FILE } from './stored-files.ts'

/** How the Outlay that runs on a folder is reached by programs of the same user. */
export interface ControlAddress {
  url: string
  token: string
}

/** Throws a Problem if something runs on the folder. */
export const refuseInUse = (folder: string): void => {
  if (existsSync(join(folder, STATE_FILE))) lockFolder(folder, folder)()
}

/**
 * Locks a folder that nothing runs on, or says how what runs on it is reached. Throws a Problem if it is no data folder.
 * @returns a function that releases it, or an address
 */
export const takeFolder = (folder: string): (() => void) | ControlAddress => {
  if (!existsSync(join(folder, STATE_FILE)))
    throw new Problem(`${folder} is no Outlay data folder; name it with --data.`)
  try {
    return lockFolder(folder, folder)
  } catch (error) {
    const address = error instanceof FolderInUse ? addressOf(folder) : null
    if (address) return address
    throw error
  }
}

const addressOf = (folder: string): ControlAddress | null => {
  try {
    const { control } = JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')) as { control?: ControlAddress }
    return control ?? null
  } catch {
    // It is just starting, or ending.
    return null
  }
}
