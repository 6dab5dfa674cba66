import type { OptionKind } from '../../../../../schema/platform/lookups/endpoints.ts'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { type OptionSource, optionSource } from '../../../platform/lookups/index.ts'

/** The most that the endpoint takes at once. */
const CHUNK = 100

/** A question's options, in its order and with current names, without deleted ones. */
export const amongOptions =
  (kind: OptionKind, options: Question['options']): OptionSource =>
  async ({ search = '', ids }, signal) => {
    const wanted = ids ?? options.map((option) => option.id)
    const chunks = Array.from({ length: Math.ceil(wanted.length / CHUNK) }, (_, i) =>
      wanted.slice(i * CHUNK, (i + 1) * CHUNK),
    )
    const pages = await Promise.all(chunks.map((chunk) => optionSource(kind)({ ids: chunk, first: CHUNK }, signal)))
    const place = new Map(wanted.map((id, i) => [id, i]))
    const edges = pages
      .flatMap((page) => page.edges)
      .filter(({ node }) => node.label.toLowerCase().includes(search.toLowerCase()))
      .sort((a, b) => (place.get(a.node.value) ?? 0) - (place.get(b.node.value) ?? 0))
    return { edges, pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
  }
