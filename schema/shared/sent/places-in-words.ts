/**
 * Where a value stands in what someone sent, as people call it: `lines.2.categoryId` is "Line 3, category". A question
 * or field that comes with its label is called by that.
 */

type Path = readonly (string | number)[]

/** What holds the fields that people fill in has no name for them, unless all of it is meant. */
const WRAPPERS = new Set(['submission', 'input', 'body', 'content', 'request', 'bill', 'draft', 'filters', 'value'])

/** What an item of a list is called, if it isn't the list's name without its last letter. */
const ITEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fields: 'answer',
    customForm: 'answer',
    categories: 'category',
    vendorCategories: 'category',
    servicePeriods: 'period',
    taxPayerIdentificationNumbers: 'tax id',
    entries: 'entry',
  }),
)

const wordsOf = (name: string): string =>
  name
    .replace(/(?<=[a-z])Ids?$/, '')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
const itemOf = (list: string): string =>
  WRAPPERS.has(list) ? 'item' : (ITEMS.get(list) ?? wordsOf(list).replace(/s$/, ''))

const labelOf = (item: unknown): string | null => {
  if (typeof item !== 'object' || item === null) return null
  const { label, name } = item as { label?: unknown; name?: unknown }
  const found = [label, name].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return found ? `“${found.trim().slice(0, 100)}”` : null
}

/** Empty for a path without a name, such as one of a single letter that a program chose. */
export const placeInWords = (path: Path, sent: unknown): string => {
  const parts: string[] = []
  let at = sent
  for (const [depth, part] of path.entries()) {
    const list = path[depth - 1]
    at = typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[part] : undefined
    if (typeof part === 'number' || /^\d+$/.test(part)) {
      const item = typeof list === 'string' ? itemOf(list) : 'item'
      const label = labelOf(at)
      // A labeled answer is found by its label alone.
      if (label && item === 'answer') parts.length = 0
      parts.push(label ?? `${item} ${Number(part) + 1}`)
    } else if (
      (!WRAPPERS.has(part) || path.length === 1) &&
      part.length > 1 &&
      !/^\d+$/.test(String(path[depth + 1] ?? ''))
    ) {
      parts.push(wordsOf(part))
    }
  }
  const [first = '', ...others] = parts
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}
