import { describe, expect, it } from 'vitest'
import { earlyReads } from '../../../web/pages/early-reads.ts'

const read = (address: string, hasSession = true): string[] =>
  earlyReads(new URL(address, 'https://outlay.test'), hasSession).map((link) => {
    const [, href] = /^<link rel="preload" as="fetch" crossorigin href="([^"]+)">$/.exec(link) ?? []
    return href ?? link
  })

const OF_FRAME = ['/auth/session', '/api/current-permissions', '/api/current-company']

describe('reads that begin with the document', () => {
  it('every page of staff reads what its frame shows', () => {
    expect(read('/settings/members')).toEqual(OF_FRAME)
    expect(read('/payments/bills/new')).toEqual(OF_FRAME)
  })

  it('a page reads its own object, too, by the id in the address', () => {
    expect(read('/')).toEqual([
      ...OF_FRAME,
      '/api/approvals/inbox?order=urgent',
      '/api/intake-submissions?mine=true&amp;filter=ACTIVE&amp;status=PENDING&amp;first=6',
      '/api/intake-categories',
      '/api/notifications/unread',
    ])
    const id = '01kd0x3v9m8q7r5t2w4y6z'
    expect(read(`/payments/bills/${id}/history`)).toEqual([...OF_FRAME, `/api/payments/bills/${id}`])
    expect(read(`/intake-request/${id}`)).toEqual([...OF_FRAME, `/api/intake-submission/${id}`])
  })

  it('nothing is read without a session, on open pages, or where the address changes the company', () => {
    expect(read('/', false)).toEqual([])
    for (const path of ['/login', '/v/home', '/public/sourcing/c1/k1', '/?useCompanyId=c1'])
      expect(read(path)).toEqual([])
  })

  it('only the frame reads where the address names another part of the page', () => {
    expect(read('/?tab=watcher')).toEqual(OF_FRAME)
  })

  it('a page whose own name is as long as an id reads nothing of the kind', () => {
    expect(read('/vendors/possible-duplicates')).toEqual(OF_FRAME)
    expect(read('/services/renewal-report-by-month')).toEqual(OF_FRAME)
  })

  it('no text of the address gets into the document', () => {
    expect(read('/payments/bills/%22%3E%3Cscript%3E0123456789')).toEqual(OF_FRAME)
  })
})
