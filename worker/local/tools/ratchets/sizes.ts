import { posix } from 'node:path'
import type { Ratchet } from './counts.ts'

/** Files and folders, tests too. */

const MOST_LINES = 300
const MOST_FILES = 25

const longFiles: Ratchet = {
  name: 'long-files',
  things: 'lines',
  instead: `A file of more than ${MOST_LINES} lines usually hides two: take one thought out of it.`,
  by: 'file',
  // A line less in a long file is no reason to touch the numbers.
  slack: 10,
  count: ({ sources, tests }) =>
    new Map(
      [...sources, ...tests].flatMap(({ path, text }) => {
        const count = text.split('\n').length - 1
        return count > MOST_LINES ? [[path, { count, what: [] }]] : []
      }),
    ),
}

const rooms: Ratchet = {
  name: 'rooms',
  things: 'files',
  instead: `Put files that are one thought into a folder: at most ${MOST_FILES} files in each.`,
  by: 'file',
  count: ({ sources, tests }) => {
    const folders = new Map<string, number>()
    for (const { path } of [...sources, ...tests]) {
      const folder = posix.dirname(path)
      folders.set(folder, (folders.get(folder) ?? 0) + 1)
    }
    return new Map(
      [...folders].filter(([, count]) => count > MOST_FILES).map(([path, count]) => [path, { count, what: [] }]),
    )
  },
}

export const SIZE_RATCHETS: Ratchet[] = [longFiles, rooms]
