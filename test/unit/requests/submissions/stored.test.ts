import { describe, expect, it } from 'vitest'
import {
  readPeople,
  readPlan,
  storedPeople,
  storedPlan,
  storedStatusHistory,
} from '../../../../worker/features/requests/submissions/stored.ts'

const ADA = { id: 'ada', name: 'Ada "the first" Lovelace' }
const SETTINGS = { mode: 'EACH_LEVEL_GROUP', enforceOrder: true } as const
const PLAN = { workflow: { id: 'w', label: 'Standard', version: 1 }, skipped: [], settings: SETTINGS }

describe('what a request’s row stores', () => {
  it('people read as they were, in both forms', () => {
    expect(readPeople(storedPeople([ADA]))).toEqual([ADA])
    expect(readPeople(JSON.stringify([ADA]))).toEqual([ADA])
    expect(readPeople('[]')).toEqual([])
  })

  it.each([
    ['the requester alone', ['requester']],
    ['nobody', []],
    ['others', ['requester', 'ada']],
    ['someone else alone', ['ada']],
  ])('a plan reads as it was, with %s involved', (_, involvedIds) => {
    expect(readPlan(storedPlan({ ...PLAN, involvedIds }, 'requester'), 'requester')).toEqual({ ...PLAN, involvedIds })
  })

  it('plans that were stored whole read as they are, and involve no one where they don’t say', () => {
    expect(readPlan(JSON.stringify(PLAN), 'requester')).toEqual(PLAN)
    expect(readPlan(null, 'requester')).toBeNull()
  })

  it('only the usual periods are left out', () => {
    const filed = { status: 'PENDING' as const, at: 1, until: null }
    const open = { status: 'PENDING' as const, submittedAt: 1, completedAt: null, statusHistory: [filed] }
    expect(storedStatusHistory(open)).toBe('')
    const ended = [
      { ...filed, until: 5 },
      { status: 'APPROVED' as const, at: 5, until: null },
    ]
    const done = { status: 'APPROVED' as const, submittedAt: 1, completedAt: 5, statusHistory: ended }
    expect(storedStatusHistory(done)).toBe('')
    for (const statusHistory of [
      [...ended, { status: 'ARCHIVED' as const, at: 7, until: null }],
      [{ ...filed, until: 4 }, ...ended.slice(1)],
      [filed],
      [],
    ])
      expect(storedStatusHistory({ ...done, statusHistory })).toBe(JSON.stringify(statusHistory))
  })
})
