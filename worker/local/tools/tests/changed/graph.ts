import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { takenBy } from '../../../../../test/support/bundle/imports.ts'

/** Who imports whom, over all trees. Paths are from the project's folder. */
export interface Graph {
  /** Files that import a file, by the file. */
  users: Map<string, Set<string>>
  texts: Map<string, string>
}

const DOOR = /\/index\.tsx?$/
const PASSED_ON = /^export\s+\{([^}]*)\}\s*from\s+'([^']+)'/gm

/** The file behind each name that an area's door passes on. */
const behind = (file: string, text: string): Map<string, string> => {
  const names = new Map<string, string>()
  for (const [, list = '', from = ''] of text.matchAll(PASSED_ON))
    for (const name of list.split(',')) {
      const called = name
        .replace(/^\s*type\s/, '')
        .trim()
        .split(/\s+as\s+/)
        .at(-1)
      if (called) names.set(called, relative('.', join(dirname(file), from)))
    }
  return names
}

/**
 * Reads the imports of all files. A door (`index.ts`) is seen through: who takes a name from it uses the file that has it,
 * so that a change of one command doesn't reach everyone who uses its area.
 */
export const readGraph = (root: string, files: readonly string[]): Graph => {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const doors = new Map(
    files.filter((file) => DOOR.test(file)).map((file) => [file, behind(file, texts.get(file) ?? '')]),
  )
  const users: Graph['users'] = new Map()
  const link = (from: string, to: string) => users.set(to, (users.get(to) ?? new Set()).add(from))
  for (const [file, text] of texts) {
    for (const { specifier, names, all } of takenBy(text)) {
      if (!specifier.startsWith('.')) continue
      const to = relative('.', join(dirname(file), specifier))
      const door = doors.get(to)
      const seen = door && !all ? names.map((name) => door.get(name) ?? to) : [to]
      for (const target of names.length > 0 || !door ? seen : [to]) link(file, target)
    }
  }
  return { users, texts }
}

/** Doors and lists of areas import everything, so that nothing is learned from who imports them. */
export const STOPS =
  /^worker\/(app|graphql|jobs|kinds|index)\.tsx?$|^worker\/local\/|\/(rest|graphql|jobs|kind|configuration)\.tsx?$|^web\/(routes\/__root|main|route-tree)/

/** `money/bills` of a file in that area, on either side. */
export const areaOf = (file: string): string | undefined =>
  /^(?:worker|web)\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1]

/** The files, and all that import them, directly or through others. @param stops files through which nothing is reached */
export const reachedFrom = ({ users }: Graph, files: readonly string[], stops: RegExp): Set<string> => {
  const reached = new Set(files)
  const waiting = [...files]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (stops.test(file) && !files.includes(file)) continue
    for (const user of users.get(file) ?? []) {
      if (reached.has(user)) continue
      reached.add(user)
      waiting.push(user)
    }
  }
  return reached
}
