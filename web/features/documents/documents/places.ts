import type { Entity } from '../../../../schema/documents/reading/readings.ts'

/** The place of an extracted term in the document. */
export interface Place {
  /** Position among all extracted terms. The page's address keeps it. */
  index: number
  page: number
  mention: string
  /** One for each line, from 0 to 1 from the upper left corner. Empty if only the text is known. */
  boxes: { left: number; top: number; width: number; height: number }[]
}

type Placed = Pick<Entity, 'mentionText' | 'pageAnchor'>

/** @param entity one of the entities */
export const placeOf = ({ entities }: { entities: readonly Placed[] }, entity: Placed): Place => {
  const refs = entity.pageAnchor.pageRefs
  return {
    index: entities.indexOf(entity),
    page: refs[0]?.page ?? 1,
    mention: entity.mentionText,
    boxes: refs.flatMap(({ normalizedVertices = [] }) => {
      if (normalizedVertices.length === 0) return []
      const [xs, ys] = [normalizedVertices.map(({ x }) => x), normalizedVertices.map(({ y }) => y)]
      const [left, top] = [Math.min(...xs), Math.min(...ys)]
      return [{ left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }]
    }),
  }
}

/** The position of a mention in a text with other line breaks. Null if it isn't there. */
export const passageOf = (text: string, mention: string): { start: number; end: number } | null => {
  const words = mention.split(/\s+/).filter(Boolean)
  const [first] = words
  if (!first) return null
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    let end = start
    const isAll = words.every((word, i) => {
      if (i > 0) while (/\s/.test(text[end] ?? '')) end += 1
      if (!text.startsWith(word, end)) return false
      end += word.length
      return true
    })
    if (isAll) return { start, end }
  }
  return null
}
