/** The limits for Home's first view: documents, files and calls. */
export const MOST_REQUESTS = 74
/** JavaScript of a page before it shows anything, compressed, by the page's path in the build. */
export const MOST_KB: Readonly<Record<string, number>> = { '^/login/?$': 172, '^/?$': 265 }
export const MOST_KB_OF_OTHERS = 500
