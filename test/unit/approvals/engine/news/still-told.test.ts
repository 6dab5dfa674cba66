import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approvalCommand } from '../../../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../../../schema/approvals/engine/model.ts'
import { DEFAULT_PREFERENCES } from '../../../../../schema/platform/notifications/levels.ts'
import type { NotificationRecipient } from '../../../../../worker/core/outbox.ts'
import { chooseTold } from '../../../../../worker/features/platform/notifications/recipients.ts'
import { participantsOf } from '../../../../../worker/objects/approval/participants.ts'
import { handle } from '../../../../../worker/objects/approval/state.ts'
import {
  ANSWERS,
  actor,
  content,
  planning,
  rule,
  type Story,
  submitCommand,
  submitted,
  usd,
  workflow,
} from '../fixtures.ts'
import { commandOf, moves, planningFor, type World, whoOf, workflowsOf } from '../machine-world.ts'
import { goingOut } from './told-story.ts'

const manager = rule('manager', { approverUserIds: ['linus'] })
const finance = rule('finance', { approverUserIds: ['alan'] })
const TWO_LEVELS = workflow([manager], [finance])
const watched = rule('finance', {
  approverUserIds: ['alan'],
  watcherType: 'CUSTOM_WATCHERS',
  watcherUserIds: ['barbara'],
})

/** A request whose first level Linus has just approved, so that Alan is about to be asked. */
const justApproved = (chosen = TWO_LEVELS): Story => {
  const story = submitted(chosen)
  expect(story.decide('manager', actor('linus'))).toBeNull()
  return story
}

/** One message for each person, as people get them who haven't chosen otherwise. */
const chosenOf = (recipients: readonly NotificationRecipient[] = []) =>
  chooseTold(
    recipients,
    [],
    new Map(recipients.map(({ userId }) => [userId, { email: userId, preferences: DEFAULT_PREFERENCES }])),
  )

/** "who KIND" of what the notification of the nth command (from 0) still says after the last one. */
const saidOf = (story: Story, index: number): string[] =>
  chosenOf(goingOut(story, story.request, true)[index]?.recipients)
    .map(({ userId, kind }) => `${userId} ${kind}`)
    .sort()

const edit = (title: string) => ({ type: 'edit' as const, seenVersion: 1, ...content({ ...ANSWERS, title }) })
const ASKED = ['ada BLOCK_APPROVED', 'alan APPROVAL_REQUESTED']

/** What may happen while the decision of the first level can still be undone, and what its email says then. */
const MEANWHILE: Record<string, [act: (story: Story) => unknown, said: string[]]> = {
  nothing: [() => null, ASKED],
  edited: [(story) => story.do(edit('Desks'), actor('ada'), planning(TWO_LEVELS)), []],
  restarted: [(story) => story.do({ type: 'restart' }, actor('ada'), planning(TWO_LEVELS)), []],
  withdrawn: [(story) => story.do({ type: 'withdraw' }, actor('ada')), []],
  archived: [(story) => story.do({ type: 'archive' }, actor('ada')), []],
  rejected: [(story) => story.decide('finance', actor('alan'), 'REJECTED'), []],
  approved: [(story) => story.decide('finance', actor('alan')), []],
  'sent back': [
    (story) => story.do({ type: 'sendBack', blockId: story.block('finance').id, message: 'Why?' }, actor('alan')),
    ['ada BLOCK_APPROVED'],
  ],
  'given to another approver': [
    (story) =>
      story.do(
        {
          ...{ type: 'replaceApprovers', blockId: story.block('finance').id, approverType: 'CUSTOM_APPROVERS' },
          ...{ approverGroupIds: [], approverUserIds: ['margaret'], quorum: { kind: 'ANY' } },
          ...{ approverMatrixId: null, approverMatrixColumnId: null },
        },
        actor('edsger'),
        planning(TWO_LEVELS),
      ),
    ['ada BLOCK_APPROVED'],
  ],
  revoked: [
    (story) =>
      story.do({ type: 'revokeDecision', blockId: story.block('manager').id, reason: 'Wrong one' }, actor('linus')),
    [],
  ],
  bypassed: [
    (story) =>
      story.do(
        { type: 'bypass', blockId: story.block('finance').id, note: 'Urgent' },
        actor('edsger', { canBypass: true }),
      ),
    [],
  ],
  'reminded of': [
    (story) => story.do({ type: 'remind', blockId: story.block('finance').id }, actor('ada')),
    ['ada BLOCK_APPROVED'],
  ],
}

describe('an email that was held back', () => {
  for (const [what, [act, said]] of Object.entries(MEANWHILE))
    it(`says what still holds if the request was ${what} meanwhile`, () => {
      const story = justApproved()
      act(story)
      expect(saidOf(story, 1)).toEqual(said)
    })

  it('someone whose delegate decided for them isn’t asked any more, though the step waits for others', () => {
    const both = rule('finance', { approverUserIds: ['alan', 'margaret'], quorum: { kind: 'ALL' } })
    const story = justApproved(workflow([manager], [both]))
    expect(story.decide('finance', actor('grace', { delegatorIds: ['alan'] }))).toBeNull()
    expect(story.block('finance').status).toBe('PENDING')
    expect(saidOf(story, 1)).toEqual(['ada BLOCK_APPROVED', 'margaret APPROVAL_REQUESTED'])
  })

  it('a level that opens again after an edit asks each person once', () => {
    const story = justApproved()
    story.do(edit('Desks'), actor('ada'), planning(TWO_LEVELS))
    story.decide('manager', actor('linus'))
    const asked = goingOut(story, story.request, true).flatMap(({ recipients }) =>
      recipients.filter(({ userId, kind }) => userId === 'alan' && kind === 'APPROVAL_REQUESTED'),
    )
    expect(asked).toHaveLength(1)
  })

  it('an approver whose first email is still held back isn’t told of a change before it', () => {
    const story = submitted(TWO_LEVELS, { ...ANSWERS, amount: usd(900_000) })
    story.decide('manager', actor('linus'))
    const lowered = { type: 'edit' as const, seenVersion: 1, ...content({ ...ANSWERS, amount: usd(800_000) }) }
    story.do(lowered, actor('ada'), planning(TWO_LEVELS))
    expect(story.block('finance')).toMatchObject({ status: 'PENDING', openedAt: expect.any(Number) })
    expect(saidOf(story, 1)).toEqual(ASKED)
    expect(saidOf(story, 2)).not.toContain('alan ANSWERS_CHANGED')
  })

  it('the end of a request is told once, and not after it was started again', () => {
    const story = justApproved()
    story.decide('finance', actor('alan'), 'REJECTED')
    expect(saidOf(story, 2)).toContain('ada REQUEST_REJECTED')
    story.do({ type: 'restart' }, actor('ada'), planning(TWO_LEVELS))
    expect(saidOf(story, 2)).toEqual([])
  })

  it('people who watch a step hear once that it started, also if an edit opens it again, and again in another run', () => {
    const chosen = workflow([manager], [watched])
    const story = submitted(chosen)
    story.decide('manager', actor('linus'))
    story.do(edit('Desks'), actor('ada'), planning(chosen))
    story.decide('manager', actor('linus'))
    const times = () =>
      goingOut(story, story.request).flatMap(({ recipients }) =>
        recipients.filter(({ userId, kind }) => userId === 'barbara' && kind === 'WATCHING'),
      ).length
    expect(times()).toBe(1)
    story.do({ type: 'restart' }, actor('ada'), planning(chosen))
    story.decide('manager', actor('linus'))
    expect(times()).toBe(2)
  })

  it('a step that was approved is no news after the end of the request', () => {
    const story = justApproved()
    story.do(
      { type: 'bypass', blockId: story.block('finance').id, note: 'Urgent' },
      actor('edsger', { canBypass: true }),
    )
    expect(saidOf(story, 1)).toEqual([])
    expect(saidOf(story, 2)).toContain('ada REQUEST_APPROVED')
  })

  it('someone who no longer watches isn’t told that they do', () => {
    const story = submitted(workflow([manager], [watched]))
    story.decide('manager', actor('linus'))
    expect(saidOf(story, 1)).toContain('barbara WATCHING')
    story.do({ type: 'restart' }, actor('ada'), planning(TWO_LEVELS))
    expect(saidOf(story, 1)).toEqual([])
  })
})

const WORLD: World = {
  subject: 'request',
  conditions: fc.constant({}),
  ruleTypes: ['APPROVAL', 'APPROVAL', 'APPROVAL', 'TASK'],
  settings: fc.constant({}),
  submit: (by) => submitCommand(undefined, by),
  content: ({ amount }) => content({ title: `Title ${amount % 3}`, amount: usd(amount * 100_000) }).content,
  planning: (chosen, settings, requestor) => planning(chosen, ANSWERS, settings, { requestor }),
}
const ASKS = ['APPROVAL_REQUESTED', 'TASK_REQUESTED']
const STATUS_OF: Record<string, string> = {
  REQUEST_APPROVED: 'APPROVED',
  REQUEST_REJECTED: 'REJECTED',
  WITHDRAWN: 'WITHDRAWN',
}

describe('whatever happens before emails go out', () => {
  it('only people the request waits for are asked, each once for a step, and only the end that stands is told', () => {
    let asked = 0
    let ended = 0
    fc.assert(
      fc.property(
        workflowsOf(WORLD),
        fc.boolean(),
        fc.array(moves, { minLength: 3, maxLength: 20 }),
        (chosen, enforceOrder, steps) => {
          const company = { enforceOrder, requestor: 'ada' }
          const events: ApprovalEvent[] = []
          const ends: number[] = []
          let now = 1_700_000_000_000
          const first = handle(
            null,
            approvalCommand.parse(WORLD.submit('ada')),
            actor('ada'),
            now,
            planningFor(WORLD, chosen, company),
          )
          if (first.refusal) return
          let state: ApprovalState = first.state
          events.push(...first.events)
          ends.push(state.sequence)
          for (const move of steps) {
            now += 1000
            const result = handle(
              state,
              approvalCommand.parse(commandOf(WORLD, state, move)),
              whoOf(state, move),
              now,
              planningFor(WORLD, chosen, company),
            )
            if (result.refusal || result.events.length === 0) continue
            state = result.state
            events.push(...result.events)
            ends.push(state.sequence)
          }
          const out = goingOut({ events, ends }, state)
          const waitedFor = new Set(participantsOf(state).flatMap((p) => (p.actionSince === null ? [] : [p.userId])))
          const seen = new Map<string, number>()
          const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
          for (const { recipients, asked: blocks = [] } of out)
            for (const { userId, kind } of chosenOf(recipients)) {
              const said = STATUS_OF[kind]
              if (said) {
                ended += 1
                expect(state.status).toBe(said)
                count(`${userId} ${kind}`)
              }
              if (!ASKS.includes(kind)) continue
              asked += 1
              expect([...waitedFor], `${userId} ${kind}`).toContain(userId)
              for (const { blockId, userIds } of blocks) if (userIds.includes(userId)) count(`${userId} ${blockId}`)
            }
          for (const [what, times] of seen) expect(times, what).toBe(1)
        },
      ),
      { seed: 20261129, numRuns: 400 },
    )
    expect(asked).toBeGreaterThan(200)
    expect(ended).toBeGreaterThan(20)
  }, 20_000)
})
