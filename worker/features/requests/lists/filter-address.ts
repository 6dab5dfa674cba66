import type { ViewFilters } from '../../../core/list/view-references.ts'

/** Saved filters of requests are addresses of their list: what they filter by, and back. */

/** Lists in an address: a JSON list, or a name that is repeated. */
export const filtersOf = (queryString: string): ViewFilters => {
  const found: ViewFilters = {}
  const params = new URLSearchParams(queryString)
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    found[key] = values.length > 1 ? values : (listIn(values[0] ?? '') ?? values[0] ?? '')
  }
  return found
}

const listIn = (text: string): string[] | null => {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : null
  } catch {
    return null
  }
}

export const addressOf = (filters: ViewFilters, before: string): string => {
  const former = new URLSearchParams(before)
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) {
    if (!Array.isArray(value)) params.append(key, String(value))
    else if (former.getAll(key).length > 1) for (const each of value) params.append(key, String(each))
    else params.append(key, JSON.stringify(value))
  }
  return params.toString()
}
