/** What a module takes from others, read from its text. The code style makes this safe: imports stand at a line's start. */
export interface Taken {
  /** As written: a path from the file, or a package. */
  specifier: string
  names: string[]
  /** Everything it has, by `import * as` or `import()`. */
  all: boolean
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?([^'";=]*?)\s*from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

const namesOf = (clause: string): string[] => {
  const [, before = '', braces = ''] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? []
  const named = braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name)
  const isDefault = /^\w+/.test(before.trim())
  return isDefault ? ['default', ...named] : named
}

/** Types vanish, and so do imports of nothing else. */
export const takenBy = (text: string): Taken[] =>
  [...text.matchAll(IMPORT)]
    .filter(([, type]) => !type)
    .map(([, , clause, from, effect, lazy]) => ({
      specifier: from ?? effect ?? lazy ?? '',
      names: clause ? namesOf(clause) : [],
      all: lazy !== undefined || /(^|,)\s*\*/.test(clause ?? ''),
    }))

const EXPORTED = /^export\s+(?:async\s+)?(?:const|function\*?|class|enum)\s+(\w+)/gm
const LISTED = /^export\s+\{([^}]*)\}/gm
const PASSED_ON = /^export\s+\*\s+from\s+'([^']+)'/gm

/**
 * The names that a module exports, those it passes on included.
 * @param read the text of a module, and the module that a path in it means
 */
export const exportsOf = (
  file: string,
  read: { text: (file: string) => string; from: (file: string, specifier: string) => string },
): string[] => {
  const text = read.text(file)
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/).at(-1) ?? name),
  )
  const passedOn = [...text.matchAll(PASSED_ON)].flatMap(([, specifier = '']) =>
    exportsOf(read.from(file, specifier), read),
  )
  const own = [...text.matchAll(EXPORTED)].map(([, name = '']) => name)
  const unnamed = /^export default /m.test(text) ? ['default'] : []
  return [...new Set([...unnamed, ...own, ...listed, ...passedOn])]
}
