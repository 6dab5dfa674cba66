/** What the build writes for the Pages function: the files that each page needs besides those of every page. */
export interface NextFiles {
  files: string[]
  /** An expression for the page's paths, and the places of its files. The more exact ones come first. */
  pages: [path: string, files: number[]][]
}

/** Not served to anyone, as its name begins with `_`. */
export const NEXT_FILES = '/_next-files.json'

/** Without a session such a page leads to the login page, which needs none of its files. */
export const isOpen = (path: string): boolean => /^\/(login|login-with-token)$|^\/(v|public)(\/|$)/.test(path)

const expressions = new Map<string, RegExp>()

/** @returns the addresses of the page's files, none of a page that isn't known or that leads to the login page */
export const nextFiles = ({ files, pages }: NextFiles, path: string, hasSession: boolean): string[] => {
  if (!hasSession && !isOpen(path)) return []
  const page = pages.find(([pattern]) => {
    const expression = expressions.get(pattern) ?? new RegExp(pattern)
    expressions.set(pattern, expression)
    return expression.test(path)
  })
  return (page?.[1] ?? []).flatMap((at) => files[at] ?? [])
}

/** Asks the browser for a file before anything in the document needs it. */
export const earlyLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
