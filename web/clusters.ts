/**
 * Which modules share a build file. A page should load little that it doesn't use, and few files. Modules that the same
 * pages use belong together; files are then joined as long as a page saves more by loading fewer of them than it loses by
 * loading more. Pure.
 */

/** What one more file costs a page, in characters of source, which shrink to about a sixth on their way. */
const FILE_COST = 12_000

export interface Unit {
  id: string
  /** Characters of source. */
  size: number
  imports: readonly string[]
  /** A file already, which nothing joins. */
  isFile?: boolean
}

/** Numbers as bits. */
type Bits = Uint32Array

const has = (bits: Bits, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0
const add = (bits: Bits, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}
const addAll = (bits: Bits, more: Bits): void => {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] ?? 0) | (more[i] ?? 0)
}
const ones = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
/** How many are in the first and not in the second. */
const missing = (first: Bits, second: Bits): number => {
  let count = 0
  for (let i = 0; i < first.length; i++) count += ones((first[i] ?? 0) & ~(second[i] ?? 0))
  return count
}
const shared = (first: Bits, second: Bits): number => {
  let count = 0
  for (let i = 0; i < first.length; i++) count += ones((first[i] ?? 0) & (second[i] ?? 0))
  return count
}

interface File {
  ids: string[]
  size: number
  /** The pages that load it. */
  pages: Bits
  /** The files that it imports, directly or not. */
  needs: Set<File>
  isWhole: boolean
}

/** One file for each set of pages. */
const filesByPages = (units: ReadonlyMap<string, Unit>, pages: readonly string[]): File[] => {
  const words = Math.ceil(pages.length / 32)
  const pagesOf = new Map<string, Bits>()
  for (const [at, page] of pages.entries()) {
    const waiting = [page]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const unit = units.get(id)
      if (!unit) continue
      const bits = pagesOf.get(id) ?? new Uint32Array(words)
      pagesOf.set(id, bits)
      if (has(bits, at)) continue
      add(bits, at)
      waiting.push(...unit.imports)
    }
  }
  const files = new Map<string, File>()
  const fileOf = new Map<string, File>()
  for (const [id, bits] of pagesOf) {
    const isWhole = units.get(id)?.isFile ?? false
    const key = isWhole ? id : bits.join(' ')
    const file = files.get(key) ?? { ids: [], size: 0, pages: bits.slice(), needs: new Set<File>(), isWhole }
    files.set(key, file)
    fileOf.set(id, file)
    file.ids.push(id)
    file.size += units.get(id)?.size ?? 0
  }
  const direct = (file: File): File[] =>
    file.ids.flatMap((id) => (units.get(id)?.imports ?? []).flatMap((each) => fileOf.get(each) ?? []))
  // What is imported is used by more pages, so that files refer to each other in one direction only.
  const sorted = [...files.values()].sort((a, b) => shared(b.pages, b.pages) - shared(a.pages, a.pages))
  for (const file of sorted)
    for (const other of direct(file)) {
      if (other === file) continue
      file.needs.add(other)
      for (const more of other.needs) file.needs.add(more)
    }
  return sorted
}

/** What pages lose by getting what `file` has and needs, though they only asked for what has these pages. */
const costFor = (file: File, pages: Bits): number => {
  let cost = file.size * missing(pages, file.pages)
  for (const need of file.needs) cost += need.size * missing(pages, need.pages)
  return cost
}

/** Joined, the two would need a third that needs one of them: files may not wait for each other in a circle. */
const isCircle = (first: File, second: File): boolean => {
  const [above, below] = first.needs.has(second) ? [first, second] : [second, first]
  if (!above.needs.has(below)) return false
  for (const between of above.needs) if (between !== below && between.needs.has(below)) return true
  return false
}

const gainOf = (first: File, second: File): number => {
  if (first.isWhole || second.isWhole) return 0
  const saved = FILE_COST * shared(first.pages, second.pages)
  if (saved === 0) return 0
  return saved - costFor(first, second.pages) - costFor(second, first.pages)
}

const join = (files: Set<File>, first: File, second: File): File => {
  const needs = new Set([...first.needs, ...second.needs])
  needs.delete(first)
  needs.delete(second)
  const pages = first.pages.slice()
  addAll(pages, second.pages)
  const file: File = {
    ids: [...first.ids, ...second.ids],
    size: first.size + second.size,
    pages,
    needs,
    isWhole: false,
  }
  files.delete(first)
  files.delete(second)
  for (const need of needs) addAll(need.pages, pages)
  for (const other of files) {
    if (!other.needs.has(first) && !other.needs.has(second)) continue
    other.needs.delete(first)
    other.needs.delete(second)
    other.needs.add(file)
    for (const need of needs) other.needs.add(need)
  }
  files.add(file)
  return file
}

/**
 * @param pages the modules that are loaded later, by themselves, as often as they count
 * @returns each module's file
 */
export const clustersOf = (units: ReadonlyMap<string, Unit>, pages: readonly string[]): Map<string, string> => {
  const files = new Set(filesByPages(units, pages))
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const file of [...files].sort((a, b) => a.size - b.size)) {
      if (!files.has(file)) continue
      let [best, gain]: [File | null, number] = [null, 0]
      for (const other of files) {
        if (other === file) continue
        const found = gainOf(file, other)
        if (found > gain && !isCircle(file, other)) [best, gain] = [other, found]
      }
      if (!best) continue
      join(files, file, best)
      isBetter = true
    }
  }
  return new Map([...files].flatMap(({ ids }, at) => ids.map((id): [string, string] => [id, `later-${at}`])))
}
