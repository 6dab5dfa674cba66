import { isOpen } from './next-files.ts'

/** What the frame of every page of staff reads first, as the app writes it. */
const OF_FRAME = ['/auth/session', '/api/current-permissions', '/api/current-company']

/** An id, which always has a figure, and no page's own name. */
const ID = '((?=[a-z-]*\\d)[\\w-]{16,40})'
const pageOf = (path: string): RegExp => new RegExp(`^/${path}/${ID}(?:/|$)`)

/** What a page reads for anyone who opens it, by an expression for its paths. `$1` is the id in the address. */
const OF_PAGES: [path: RegExp, reads: string[]][] = [
  [
    /^\/$/,
    [
      '/api/approvals/inbox?order=urgent',
      '/api/intake-submissions?mine=true&filter=ACTIVE&status=PENDING&first=6',
      '/api/intake-categories',
      '/api/notifications/unread',
    ],
  ],
  [pageOf('intake-request'), ['/api/intake-submission/$1']],
  [pageOf('payments/bills'), ['/api/payments/bills/$1']],
  [pageOf('vendors'), ['/api/vendors/$1']],
  [pageOf('services'), ['/api/services/$1']],
]

/**
 * Reads that begin with the document, in place of a wave each after the code. None where the address first changes the
 * company, or names a part of the page that reads something else.
 * @returns links that the app's own calls are then answered from
 */
export const earlyReads = ({ pathname, searchParams }: URL, hasSession: boolean): string[] => {
  if (!hasSession || isOpen(pathname) || searchParams.has('useCompanyId')) return []
  const ofPage = OF_PAGES.flatMap(([path, reads]) => {
    const id = path.exec(pathname)?.[1] ?? ''
    return path.test(pathname) && searchParams.size === 0 ? reads.map((read) => read.replace('$1', id)) : []
  })
  return [...OF_FRAME, ...ofPage].map((read) => {
    const address = read.replaceAll('&', '&amp;')
    return `<link rel="preload" as="fetch" crossorigin href="${address}">`
  })
}
