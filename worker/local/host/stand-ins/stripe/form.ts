/** Bodies and queries as Stripe's SDK writes them: `a[b][0]=c`. */

export type Form = { [key: string]: Form | string }

export const decoded = (text: string): Form => {
  const root: Form = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const keys = path.split(/[[\]]+/).filter(Boolean)
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = at[key]
      const inner: Form = typeof next === 'object' ? next : {}
      at[key] = inner
      at = inner
    }
    const last = keys.at(-1)
    if (last !== undefined) at[last] = value
  }
  return root
}

const found = (form: Form, path: string): Form | string | undefined => {
  let at: Form | string | undefined = form
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined
  return at
}

export const textOf = (form: Form, path: string): string => {
  const value = found(form, path)
  return typeof value === 'string' ? value : ''
}

export const partOf = (form: Form, path: string): Form => {
  const value = found(form, path)
  return typeof value === 'object' ? value : {}
}

export const listOf = (form: Form, path: string): string[] =>
  Object.values(partOf(form, path)).filter((value): value is string => typeof value === 'string')

export const textsOf = (form: Form, path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partOf(form, path)).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )

/** A form's text. The Worker's runtime warns about `text()` of one. */
export const bodyText = async (request: Request): Promise<string> =>
  new TextDecoder().decode(await request.arrayBuffer())
