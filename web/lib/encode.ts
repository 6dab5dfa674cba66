type QueryValue = unknown

const scalar = (value: QueryValue): string | null => {
  if (value === undefined || value === null) return null
  const text = String(value).trim()
  return text === '' ? null : text
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Query string of an endpoint: lists as `name[]`, sorting as `orderBy[by][]` and `orderBy[dir][]`. Missing and blank
 * values are left out, so a filter of only white space is no filter.
 */
export const encodeQuery = (query: Record<string, QueryValue> | undefined): string => {
  const search = new URLSearchParams()
  const append = (name: string, value: QueryValue): void => {
    if (Array.isArray(value)) {
      for (const item of value) append(`${name}[]`, item)
      return
    }
    if (isRecord(value)) {
      for (const [key, nested] of Object.entries(value)) append(`${name}[${key}]`, nested)
      return
    }
    const text = scalar(value)
    if (text !== null) search.append(name, text)
  }
  for (const [name, value] of Object.entries(query ?? {})) append(name, value)
  const text = search.toString()
  return text && `?${text}`
}

/** Fills in `{name}` in a path. A missing parameter is a programming error. */
export const fillPath = (path: string, params: Record<string, unknown> | undefined): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name]
    if (value === undefined || value === null || value === '') throw new Error(`Missing path parameter ${name}`)
    return encodeURIComponent(String(value))
  })
