import { describe, expect, it } from 'vitest'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { plainText, sinceWhen, statusSentence } from '../../../../web/features/requests/submissions/status-sentence.ts'
import { block, decided, noon } from './fixtures.ts'

const now = new Date(noon(20))

const sentence = (
  levels: BlockView[][],
  more: {
    status?: 'PENDING' | 'APPROVED' | 'REJECTED'
    archived?: boolean
    decidedAt?: string | null
    decidedIn?: { system: string; reference: string }
  } = {},
): string =>
  plainText(
    statusSentence({
      approvals: {
        status: more.status ?? 'PENDING',
        archived: more.archived ?? false,
        levels: levels.map((blocks, i) => ({ number: i + 1, blocks })),
        ...(more.decidedIn && { decidedIn: more.decidedIn }),
      },
      decidedAt: more.decidedAt ?? null,
      userId: 'me',
      now,
      timeZone: 'UTC',
    }),
  )

const open = (label: string, names: string[], more: Partial<BlockView> = {}) =>
  block(label, names, { isAwaited: true, awaitedSince: noon(17), ...more })

describe('a pending request', () => {
  it('the sentence says who is waited for, since when, and what comes next', () => {
    expect(sentence([[open('Finance', ['Dana Fox'])], [block('Legal', ['Lee Wu'])]])).toBe(
      'Waiting for Dana Fox (Finance) since Tuesday; then Legal',
    )
  })
  it('an automatic task is named, and its people only once it has failed', () => {
    const hook = (state: 'RUNNING' | 'FAILED') =>
      open('Webhook', ['Dana Fox'], {
        ruleType: 'WEBHOOK',
        automatic: { state, attempts: 1, startedAt: noon(17), finishedAt: null, error: null, result: null },
      })
    expect(sentence([[hook('RUNNING')]])).toBe('Waiting for Webhook since Tuesday')
    expect(sentence([[hook('FAILED')]])).toBe('Waiting for Dana Fox (Webhook) since Tuesday')
  })
  it('parallel blocks are named, each with its own date if they differ', () => {
    expect(sentence([[open('Finance', ['Dana Fox']), open('Legal', ['Lee Wu'])]])).toBe(
      'Waiting for Dana Fox (Finance) and Lee Wu (Legal) since Tuesday',
    )
    const later = open('Legal', ['Lee Wu'], { awaitedSince: noon(19) })
    expect(sentence([[open('Finance', ['Dana Fox']), later]])).toBe(
      'Waiting for Dana Fox (Finance) since Tuesday and Lee Wu (Legal) since yesterday',
    )
  })
  it('a person waited for at several steps is named once', () => {
    const mine = (label: string) => open(label, ['Me'], { canDecide: true })
    expect(sentence([[mine('Finance'), mine('Budget'), open('Legal', ['Lee Wu'])]])).toBe(
      'Waiting for you (Finance and Budget) and Lee Wu (Legal) since Tuesday',
    )
  })
  it('one of several approvers and all of several approvers read differently', () => {
    expect(sentence([[open('Finance', ['Ada', 'Bo'])]])).toContain('Waiting for Ada or Bo (Finance)')
    expect(sentence([[open('Finance', ['Ada', 'Bo'], { quorum: { kind: 'ALL' } })]])).toContain('Ada and Bo (Finance)')
    expect(sentence([[open('Finance', ['Ada', 'Bo', 'Cy', 'Di'])]])).toContain('Ada, Bo or 2 others (Finance)')
  })
  it('people who have decided are left out', () => {
    const half = open('Finance', ['Ada', 'Bo'], {
      quorum: { kind: 'ALL' },
      decisions: [{ userId: 'ada', name: 'Ada', decision: 'APPROVED', comment: '', answersVersion: 1, at: noon(18) }],
    })
    expect(sentence([[half]])).toBe('Waiting for Bo (Finance) since Tuesday')
  })
  it('the sentence addresses the person who is waited for', () => {
    expect(sentence([[open('Finance', ['Me', 'Bo'], { canDecide: true })]])).toContain('Waiting for you (Finance)')
    expect(sentence([[open('Finance', ['Me', 'Bo'], { canDecide: true, quorum: { kind: 'ALL' } })]])).toContain(
      'you and 1 other (Finance)',
    )
    const behalf = { canDecide: true, onBehalfOf: { userId: 'dana', name: 'Dana' } }
    expect(sentence([[open('Finance', ['Dana'], behalf)]])).toContain('you for Dana (Finance)')
  })
  it('steps that are far ahead are counted', () => {
    const later = ['Legal', 'CFO', 'Board', 'CEO'].map((label) => [block(label, ['X'])])
    expect(sentence([[open('Finance', ['Ada'])], ...later])).toMatch(/; then Legal; then CFO; then 2 more levels$/)
  })
})

describe('a decided request', () => {
  it('the sentence says who approved and when', () => {
    const levels = [[decided('Finance', 'Dana', 'APPROVED', 18)], [decided('Legal', 'Lee', 'APPROVED', 19)]]
    expect(sentence(levels, { status: 'APPROVED', decidedAt: '2026-11-19T12:00:00.000Z' })).toBe(
      'Approved by Dana and Lee on Nov 19, 2026',
    )
  })
  it('the sentence says that no approval was needed', () => {
    expect(sentence([], { status: 'APPROVED', decidedAt: '2026-11-19T12:00:00.000Z' })).toBe(
      'Approved on Nov 19, 2026: no approval needed',
    )
  })
  it('the sentence says who rejected and why', () => {
    const levels = [[decided('Finance', 'Dana', 'REJECTED', 18, ' Over budget ')]]
    expect(sentence(levels, { status: 'REJECTED' })).toBe('Rejected by Dana on Nov 18, 2026: Over budget')
  })
  it('the sentence says that the request is archived', () => {
    expect(sentence([[open('Finance', ['Ada'])]], { archived: true })).toBe('Archived before a decision')
  })
})

describe('how long ago', () => {
  it('recent days are relative, and older ones are dates', () => {
    expect(sinceWhen(noon(20), now, 'UTC')).toBe('today')
    expect(sinceWhen(noon(19), now, 'UTC')).toBe('yesterday')
    expect(sinceWhen(noon(14), now, 'UTC')).toBe('Saturday')
    expect(sinceWhen(noon(13), now, 'UTC')).toBe('Nov 13, 2026')
  })
  it('days are counted in the person’s time zone', () => {
    expect(sinceWhen(Date.UTC(2026, 10, 20, 2), now, 'America/Los_Angeles')).toBe('yesterday')
  })
})

describe('a request that another system decided', () => {
  it('the sentence names the system, and what the request is called there', () => {
    const decidedAt = '2026-03-09T12:00:00.000Z'
    const coupa = { system: 'Coupa', reference: 'PR-1' }
    expect(sentence([], { status: 'APPROVED', decidedAt, decidedIn: coupa })).toBe(
      'Approved in Coupa (PR-1) on Mar 9, 2026',
    )
    expect(sentence([], { status: 'REJECTED', decidedAt, decidedIn: { system: 'Zip', reference: '' } })).toBe(
      'Rejected in Zip on Mar 9, 2026',
    )
  })
})
