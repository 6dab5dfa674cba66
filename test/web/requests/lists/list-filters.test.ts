import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageFilters } from '../../../../schema/requests/lists/filters.ts'
import { furtherCount, isNarrowedBy, queryOf } from '../../../../schema/shared/list-query.ts'
import { answerFiltersOf, answerPairs, periodOf, periodValue } from '../../../../web/features/requests/lists/answers.ts'
import { durationText, extrasOf } from '../../../../web/features/requests/lists/columns.tsx'
import { savedQuery } from '../../../../web/features/requests/lists/saved-filters.tsx'
import { listSearch } from '../../../../web/features/requests/lists/search.ts'
import { viewOf } from '../../../../web/features/requests/lists/views.ts'
import { fetchRequests } from '../../../../web/features/requests/submissions/api.ts'
import { daysText } from '../../../../web/lib/days-text.ts'

const read = (search: object) => listSearch.parse(search)

describe('filters of the list in the address', () => {
  it('answer filters are pairs of a question and all its values', () => {
    const list = ['Kind', 'New', 'Who pays?', 'd1', 'Kind', 'Renewal']
    const filters = [
      { label: 'Kind', values: ['New', 'Renewal'] },
      { label: 'Who pays?', values: ['d1'] },
    ]
    expect(answerFiltersOf(list)).toEqual(filters)
    expect(answerFiltersOf(answerPairs(filters))).toEqual(filters)
    expect(answerPairs([{ label: 'Kind', values: [] }])).toBeUndefined()
    expect(read({ answers: ['Kind', 'New', 'lost'] }).answers).toEqual(['Kind', 'New'])
  })

  it('date filters can be open on one side, and no dates mean no filter', () => {
    expect(periodOf('2026-01-01,2026-02-01')).toEqual({ from: '2026-01-01', to: '2026-02-01' })
    expect(periodOf(',2026-02-01')).toEqual({ from: null, to: '2026-02-01' })
    expect(periodOf(undefined)).toEqual({ from: null, to: null })
    expect(periodValue({ from: '2026-01-01', to: null })).toBe('2026-01-01,')
    expect(periodValue({ from: null, to: null })).toBeNull()
    expect(read({ createdFrom: '2026-02-31', dueTo: 'soon' })).toMatchObject({
      createdFrom: undefined,
      dueTo: undefined,
    })
    expect(daysText('2026-01-01', '2026-01-01')).toBe('Jan 1, 2026')
    expect(daysText('2026-01-01', null)).toBe('from Jan 1, 2026')
    expect(daysText(null, '2026-02-01')).toBe('until Feb 1, 2026')
  })

  it('filters are counted as people see them and sent as the server expects them', () => {
    const search = read({
      createdFrom: '2026-01-01',
      createdTo: '2026-02-01',
      requestorUserId: 'u',
      answers: ['Kind', 'New', 'Kind', 'Renewal'],
    })
    expect(furtherCount(pageFilters, search)).toBe(3)
    expect(furtherCount(pageFilters, read({ dueTo: '2026-01-01' }))).toBe(1)
    const query = queryOf(pageFilters, search)
    expect(query).toEqual({
      requestorUserId: 'u',
      createdFrom: '2026-01-01',
      createdTo: '2026-02-01',
      answerFilters: ['Kind', 'New', 'Kind', 'Renewal'],
    })
    expect(isNarrowedBy(pageFilters, query)).toBe(true)
    expect(viewOf(read({ attention: 'watcher' }))).toBe('attention')
    expect(viewOf(read({ attention: 'nothing' }))).toBe('all')
  })

  it('saved filters don’t include the page', () => {
    expect(savedQuery('?filter=ALL&cursor=a&cursor=b&status=PENDING&view=all&sort=-dueDate')).toBe(
      'filter=ALL&status=PENDING&sort=-dueDate',
    )
  })
})

describe('columns of the list', () => {
  it('only visible columns are requested from the server', () => {
    expect(extrasOf(['title', 'status'])).toEqual([])
    expect(extrasOf(['departments', 'watchers', 'businessUnits'])).toEqual(['requestorUnits', 'watchers'])
  })
  it('a duration is in the unit that fits', () => {
    const hour = 3_600_000
    expect([0, hour, 47 * hour, 48 * hour].map(durationText)).toEqual(['Under 1 h', '1 h', '47 h', '2 days'])
  })
})

describe('a page of the list', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('the list is read until the page is full or the list has ended', async () => {
    const pages = [
      { ids: ['a'], next: 'c1' },
      { ids: [], next: 'c2' },
      { ids: ['b', 'c'], next: 'c3' },
    ]
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      const page = pages[asked.length]
      asked.push(path)
      const edges = page?.ids.map((id) => ({ cursor: id, node: { id } }))
      const pageInfo = { hasNextPage: true, startCursor: null, endCursor: page?.next }
      return new Response(JSON.stringify({ edges, pageInfo }), { headers: { 'Content-Type': 'application/json' } })
    })
    const page = await fetchRequests({ filter: 'ALL' }, { first: 3 }, new AbortController().signal)
    expect(page.edges.map((edge) => edge.node.id)).toEqual(['a', 'b', 'c'])
    expect(page.pageInfo.endCursor).toBe('c3')
    expect(asked.map((path) => new URL(path, 'https://x.test').searchParams.get('first'))).toEqual(['3', '2', '2'])
  })
})
