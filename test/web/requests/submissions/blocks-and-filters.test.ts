import { describe, expect, it } from 'vitest'
import { personLines } from '../../../../schema/approvals/engine/block-people.ts'
import { isNarrowedBy, queryOf } from '../../../../schema/shared/list-query.ts'
import { matchingCategories } from '../../../../web/features/requests/lists/matching-categories.ts'
import { listSearch } from '../../../../web/features/requests/lists/search.ts'
import { fixedFilters, listOfView, viewOf } from '../../../../web/features/requests/lists/views.ts'
import {
  automaticText,
  blockState,
  myBlocks,
  quorumText,
} from '../../../../web/features/requests/submissions/blocks.ts'
import { problemOf } from '../../../../web/features/requests/submissions/form/save-problem.ts'
import { ApiError, NetworkError } from '../../../../web/lib/errors.ts'
import { block, decided, noon } from './fixtures.ts'

describe('blocks', () => {
  it('a block that runs automatically shows its state', () => {
    const at = (
      state: 'WAITING' | 'RUNNING' | 'FAILED' | 'SUCCEEDED',
      more: { error?: string; result?: unknown } = {},
    ) =>
      automaticText(
        block('A', ['x'], {
          automatic: { state, attempts: 1, startedAt: null, finishedAt: null, error: null, result: null, ...more },
        }),
      )
    expect(automaticText(block('A', ['x']))).toBeNull()
    expect(at('WAITING')).toBeNull()
    expect(at('RUNNING')).toBe('Running automatically')
    expect(at('FAILED', { error: 'The target answered 500' })).toBe('The target answered 500')
    expect(at('SUCCEEDED', { result: { responseStatusCode: 200 } })).toBe('The target answered 200')
    expect(at('SUCCEEDED', { result: { pocEmail: 'a@b.com' } })).toBe('Sent to a@b.com')
    expect(at('SUCCEEDED', { result: 'anything' })).toBeNull()
  })

  it('every state has a word', () => {
    expect(blockState(block('A', ['x'])).label).toBe('Not yet')
    expect(blockState(block('A', ['x'], { isAwaited: true })).label).toBe('Waiting')
    expect(blockState(decided('A', 'x', 'APPROVED', 1)).label).toBe('Approved')
    expect(blockState({ ...decided('A', 'x', 'APPROVED', 1), ruleType: 'TASK' }).label).toBe('Completed')
    expect(blockState(block('A', ['x'], { status: 'APPROVED', bypassedAt: '2026-11-20T10:00:00.000Z' })).label).toBe(
      'Bypassed',
    )
    expect(blockState(block('A', ['x'], { closedAt: 1 })).label).toBe('Closed')
  })
  it('a block says how many people must approve', () => {
    expect(quorumText(block('A', ['x']))).toBeNull()
    expect(quorumText(block('A', ['x', 'y', 'z']))).toBe('Any one of 3')
    expect(quorumText(block('A', ['x', 'y'], { quorum: { kind: 'ALL' } }))).toBe('All 2')
    expect(quorumText(block('A', ['x', 'y', 'z'], { quorum: { kind: 'AT_LEAST', count: 2 } }))).toBe('At least 2 of 3')
  })
  it('a delegate is shown beside the person they acted for', () => {
    const decision = { decision: 'APPROVED', comment: '', answersVersion: 1, at: noon(1) } as const
    const delegated = { ...decision, userId: 'bo', name: 'Bo', onBehalfOf: { userId: 'dana', name: 'Dana' } }
    const [dana, other] = personLines({ approvers: block('A', ['Dana']).approvers, decisions: [delegated] })
    expect(dana).toMatchObject({ name: 'Dana', actedAs: 'Bo for Dana' })
    expect(other).toBeUndefined()
  })
  it('a person who decided is shown even if they are no longer an approver', () => {
    const decision = {
      userId: 'eve',
      name: 'Eve',
      decision: 'APPROVED',
      comment: '',
      answersVersion: 1,
      at: 1,
    } as const
    expect(personLines({ approvers: block('A', ['Ada']).approvers, decisions: [decision] }).map((l) => l.name)).toEqual(
      ['Ada', 'Eve'],
    )
  })
  it('my blocks are in the order of their turn', () => {
    const later = block('Later', ['me'], { canDecide: true })
    const current = block('Now', ['me'], { canComplete: true, isAwaited: true })
    const levels = [{ blocks: [later, block('Other', ['x'])] }, { blocks: [current] }]
    expect(myBlocks(levels).map(({ label }) => label)).toEqual(['Now', 'Later'])
  })
})

describe('the state of the list in the address', () => {
  const read = (search: object) => listSearch.parse(search)
  const queryIn = (view: 'all' | 'drafts', search: object, isPublic = false) =>
    queryOf(listOfView(view, isPublic).filters, read(search))
  it('a broken address shows the plain list', () => {
    expect(queryIn('all', { filter: 'NOPE', status: 'x', mine: 'yes', search: ['a'] })).toEqual({})
    expect(viewOf(read({ mine: 'yes' }))).toBe('all')
  })
  it('each view asks for what it needs', () => {
    const search = { drafts: 'true', status: 'PENDING', assigneeUserId: 'u', search: '  ' }
    expect(queryIn('drafts', search)).toEqual({})
    expect(fixedFilters('drafts', false, undefined)).toEqual({ drafts: 'true' })
    expect(queryIn('all', { mine: 'true', search: ' cad ' })).toEqual({ search: 'cad' })
    expect(fixedFilters('mine', false, 'c1')).toEqual({ mine: 'true', intakeCategoryId: 'c1' })
    expect(queryIn('all', { requestorUserId: 'u', vendorId: 'v' }, true)).toEqual({ vendorId: 'v' })
    expect(fixedFilters('all', true, undefined)).toEqual({ source: 'PUBLIC' })
  })
  it('filters that hide something are detected', () => {
    const isNarrowed = (view: 'all' | 'drafts', search: object) =>
      isNarrowedBy(listOfView(view, false).filters, queryIn(view, search))
    expect(isNarrowed('all', {})).toBe(false)
    expect(isNarrowed('all', { search: ' ' })).toBe(false)
    expect(isNarrowed('all', { filter: 'ACTIVE' })).toBe(false)
    expect(isNarrowed('all', { filter: 'ARCHIVED' })).toBe(true)
    expect(isNarrowed('drafts', { filter: 'ARCHIVED' })).toBe(false)
  })
})

describe('categories', () => {
  const category = (name: string, ordinal: number, description = '') =>
    ({ id: name, name, description, ordinal }) as Parameters<typeof matchingCategories>[0][number]
  it('categories are ordered by ordinal, name or description', () => {
    const all = [category('Travel', 2, 'Trade fairs'), category('Software', 1)]
    expect(matchingCategories(all, '').map(({ name }) => name)).toEqual(['Software', 'Travel'])
    expect(matchingCategories(all, ' FAIR ').map(({ name }) => name)).toEqual(['Travel'])
  })
})

describe('a refused save', () => {
  const refusal = (code: 'CONFLICT' | 'NOT_FOUND' | 'RULE_BROKEN' | 'INVALID', reason?: string) =>
    new ApiError({ status: 400, code, message: 'No', reason })
  it('a refused save says what the person can do about it', () => {
    expect(problemOf(refusal('CONFLICT'), true).kind).toBe('conflict')
    expect(problemOf(refusal('NOT_FOUND'), true).kind).toBe('gone')
    expect(problemOf(refusal('NOT_FOUND'), false).kind).toBe('failed')
    expect(problemOf(refusal('RULE_BROKEN', 'ALREADY_SUBMITTED'), true).kind).toBe('submitted')
    expect(problemOf(new NetworkError(null), true).kind).toBe('failed')
  })
})
