import { describe, expect, it } from 'vitest'
import { awaitedBlocks, type RunSettings } from '../../../../schema/approvals/engine/model.ts'
import { historyOf } from '../../../../worker/objects/approval/history.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { actor, rule, type Story, submitted, workflow } from './fixtures.ts'

/** A service is set up once everything before it is approved, in whatever order the rest is decided. */

const linus = rule('linus', { approverUserIds: ['linus'] })
const create = rule('create', { type: 'CREATE_SERVICE', approverUserIds: ['alan'] })
const ORDERS: [name: string, settings: Partial<RunSettings>][] = [
  ['in any order', { enforceOrder: false }],
  ['with everybody asked at once', { mode: 'ALL_AT_ONCE', enforceOrder: false }],
  ['in an enforced order', { enforceOrder: true }],
]
const service = { id: 'service', name: 'Laptops' }
const complete = (story: Story, more: object = { createdService: service }) =>
  story.try({ type: 'completeTask', blockId: story.block('create').id, ...more }, actor('alan'))
const awaited = (story: Story) => awaitedBlocks(story.request).map(({ label }) => label)

describe.each(ORDERS)('a service that a task creates, %s', (_, settings) => {
  it('the task waits for its turn, then notifies its people', () => {
    const story = submitted(workflow([linus], [create]), undefined, settings)
    const told = (from: number) =>
      notificationOf(story.events.slice(from), story.request)?.recipients.map(({ userId }) => userId) ?? []
    expect(awaited(story)).toEqual(['linus'])
    expect(told(0)).not.toContain('alan')
    expect(complete(story)?.reason).toBe('EARLIER_LEVEL_OPEN')
    const before = story.events.length
    story.decide('linus', actor('linus'))
    expect(awaited(story)).toEqual(['create'])
    expect(told(before)).toContain('alan')
    expect(complete(story)).toBeNull()
    expect(story.request.status).toBe('APPROVED')
    expect(story.block('create').createdService).toEqual(service)
  })
})

describe('service tasks', () => {
  it('a service task needs a service, and other tasks can’t have one', () => {
    const task = rule('task', { type: 'TASK', approverUserIds: ['alan'] })
    const story = submitted(workflow([create, task]))
    expect(complete(story, {})?.reason).toBe('INVALID_COMMAND')
    const wrong = { type: 'completeTask' as const, blockId: story.block('task').id, createdService: service }
    expect(story.try(wrong, actor('alan'))?.reason).toBe('INVALID_COMMAND')
  })

  it('the history calls a service task a task', () => {
    const task = rule('task', { type: 'TASK', approverUserIds: ['alan'] })
    const story = submitted(workflow([linus], [task], [create]))
    story.decide('linus', actor('linus'))
    story.do({ type: 'completeTask', blockId: story.block('task').id }, actor('alan'))
    complete(story)
    const known = new Map(story.request.blocks.map((block) => [block.id, block]))
    const entries = story.events.flatMap(
      (event) => historyOf(event, (id) => known.get(id) ?? { label: '', ruleType: 'APPROVAL' })?.message ?? [],
    )
    expect(entries.slice(1)).toEqual([
      'Linus Pauling approved “linus”',
      'Alan Turing completed “task”',
      'Alan Turing created the service Laptops for “create”',
      'The request was approved',
    ])
  })
})
