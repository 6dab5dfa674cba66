import { describe, expect, it } from 'vitest'
import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { hrefOfResult } from '../../../../web/features/platform/search/api.ts'
import { withRecent } from '../../../../web/features/platform/search/recent.ts'

describe('recent searches', () => {
  it('the last five searches are kept, newest first, each once regardless of case', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'B'].reduce<string[]>(withRecent, [])
    expect(all).toEqual(['B', 'f', 'e', 'd', 'c'])
  })
})

describe('a result', () => {
  const result = (more: Partial<SearchResult>): SearchResult => ({
    kind: 'REQUEST',
    name: 'A & B',
    vendorId: null,
    intakeSubmissionId: null,
    spendRequestId: null,
    serviceId: null,
    documentId: null,
    purchaseOrderId: null,
    memberId: null,
    archived: false,
    request: null,
    spendRequest: null,
    ...more,
  })

  it('a result leads to the request, the spend request, the vendor, or the service', () => {
    expect(hrefOfResult(result({ kind: 'SPEND_REQUEST', spendRequestId: 'p1' }))).toBe('/spend-requests/p1')
    expect(hrefOfResult(result({ intakeSubmissionId: 'r1' }))).toBe('/intake-request/r1')
    expect(hrefOfResult(result({ kind: 'VENDOR', vendorId: 'v1' }))).toBe('/vendors/v1')
    expect(hrefOfResult(result({ kind: 'SERVICE', serviceId: 's1' }))).toBe('/services/s1')
  })
})
