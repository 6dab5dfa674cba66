import { describe, expect, it } from 'vitest'
import { beyondLimits, type DelegationLimits } from '../../../../../schema/shared/delegation-limits.ts'
import type { Exchange } from '../../../../../schema/shared/exchange.ts'
import { ANSWERS, actor, FORM, planning, rule, Story, submitCommand, usd, workflow } from '../fixtures.ts'

/** Which requests a delegate can decide, if the delegation is limited. */

const NO_LIMITS: DelegationLimits = { categoryIds: null, maxAmount: null }
const upTo = (minor: number): DelegationLimits => ({ ...NO_LIMITS, maxAmount: usd(minor) })
const only = (...categoryIds: string[]): DelegationLimits => ({ ...NO_LIMITS, categoryIds })

const byLinus = rule('linus', { approverUserIds: ['linus'] })
const alanFor = (limits: DelegationLimits) =>
  actor('alan', { delegatorIds: ['linus'], delegationLimits: { linus: limits } })

const EXCHANGE: Exchange = {
  currency: 'USD',
  allowsOthers: true,
  rates: [{ base: 'GBP', quote: 'USD', rate: '1.25', date: '2026-11-20', source: 'PROVIDER' }],
}

const filed = (amount: { value: number; currency: string } | null, exchange?: Exchange): Story => {
  const answers = { ...ANSWERS, amount } as typeof ANSWERS
  const form = exchange ? { ...FORM, exchange } : FORM
  return new Story().do(
    submitCommand(answers),
    actor('ada'),
    planning(workflow([byLinus, rule('both', { approverUserIds: ['linus', 'grace'] })]), answers, {}, { form }),
  )
}

describe('a delegate with a ceiling', () => {
  it('decides up to the ceiling, and no cent above it', () => {
    expect(filed(usd(1_000_000)).decide('linus', alanFor(upTo(1_000_000)))).toBeNull()
    expect(filed(usd(1_000_001)).decide('linus', alanFor(upTo(1_000_000)))).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'NOT_ALLOWED',
      message: 'You can approve for Linus Pauling only up to $10,000.',
    })
  })

  it('an amount in another currency counts at the rates of the request', () => {
    const gbp = (value: number) => ({ value, currency: 'GBP' })
    // 8,000 pounds are exactly 10,000 dollars.
    expect(filed(gbp(800_000), EXCHANGE).decide('linus', alanFor(upTo(1_000_000)))).toBeNull()
    expect(filed(gbp(800_001), EXCHANGE).decide('linus', alanFor(upTo(1_000_000)))?.reason).toBe('NOT_ALLOWED')
  })

  it('a request without an amount stays with the approver', () => {
    const story = filed(null)
    expect(story.decide('linus', alanFor(upTo(1_000_000)))?.message).toBe(
      'You can approve for Linus Pauling only up to $10,000, and there is no amount to compare.',
    )
    expect(story.decide('linus', actor('linus'))).toBeNull()
  })

  it('an edit above the ceiling takes the request back from the delegate', () => {
    const story = filed(usd(900_000))
    const answers = { ...ANSWERS, amount: usd(1_100_000) }
    const { content } = submitCommand(answers)
    const chosen = workflow([byLinus, rule('both', { approverUserIds: ['linus', 'grace'] })])
    story.do({ type: 'edit', seenVersion: 1, content }, actor('ada'), planning(chosen, answers))
    expect(story.decide('linus', alanFor(upTo(1_000_000)))?.reason).toBe('NOT_ALLOWED')
  })

  it('routing and approving several steps follow the same limits', () => {
    const story = filed(usd(2_000_000))
    const assign = {
      type: 'assign' as const,
      blockId: story.block('linus').id,
      assignee: { userId: 'grace', name: 'Grace' },
    }
    expect(story.try(assign, alanFor(upTo(1_000_000)))?.reason).toBe('NOT_ALLOWED')
    expect(story.try(assign, alanFor(upTo(2_000_000)))).toBeNull()
    const decide = {
      type: 'decide' as const,
      blockId: story.block('linus').id,
      decision: 'APPROVED' as const,
      seenVersion: 1,
      allMyNonTaskBlocks: true,
    }
    expect(story.try(decide, alanFor(upTo(2_000_000)))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('their own right to approve has no ceiling', () => {
    const story = filed(usd(2_000_000))
    const grace = actor('grace', { delegatorIds: ['linus'], delegationLimits: { linus: upTo(100) } })
    expect(story.decide('linus', grace)?.reason).toBe('NOT_ALLOWED')
    expect(story.decide('both', grace)).toBeNull()
    expect(story.block('both').decisions).toMatchObject([{ userId: 'grace' }])
    expect(story.block('both').decisions[0]).not.toHaveProperty('onBehalfOf')
  })
})

describe('a delegate for some categories', () => {
  it('decides requests of those categories and no others', () => {
    expect(filed(usd(100)).decide('linus', alanFor(only('category', 'other')))).toBeNull()
    expect(filed(usd(100)).decide('linus', alanFor(only('other')))?.message).toBe(
      'You can approve for Linus Pauling only in other categories.',
    )
  })

  it('every line has to be in one of them', () => {
    const lines = (...categoryIds: (string | null)[]) => ({ categoryIds, amount: usd(100) })
    expect(beyondLimits(only('a', 'b'), lines('a', 'b'))).toBeNull()
    expect(beyondLimits(only('a'), lines('a', 'b'))).toBe('CATEGORY')
    expect(beyondLimits(only('a'), lines('a', null))).toBe('CATEGORY')
    expect(beyondLimits(only('a'), lines())).toBe('CATEGORY')
    expect(beyondLimits(NO_LIMITS, lines())).toBeNull()
  })

  it('category and ceiling both have to hold', () => {
    const both = { categoryIds: ['a'], maxAmount: usd(100) }
    expect(beyondLimits(both, { categoryIds: ['a'], amount: usd(100) })).toBeNull()
    expect(beyondLimits(both, { categoryIds: ['a'], amount: usd(101) })).toBe('AMOUNT')
    expect(beyondLimits(both, { categoryIds: ['b'], amount: usd(1) })).toBe('CATEGORY')
    expect(beyondLimits(both, { categoryIds: ['a'], amount: { value: 1, currency: 'GBP' } })).toBe('NO_AMOUNT')
  })
})
