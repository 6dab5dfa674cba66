/** The limits for Home's first view: documents, files and calls. */
export const MOST_REQUESTS = 45
/** JavaScript of a page's first view, compressed. */
export const MOST_KB = { '/login': 175, '/': 250 } as const
