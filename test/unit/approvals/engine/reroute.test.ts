import { describe, expect, it } from 'vitest'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { rehearsalOf } from '../../../../worker/objects/approval/rehearsal.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { actor, organisation, planning, rule, type Story, submitted, workflow } from './fixtures.ts'

/** Moving a run to the definitions as they are now. */

const step = (id: string, ...approverUserIds: string[]) => rule(id, { approverUserIds })
const version = (number: number, snapshot: WorkflowSnapshot): WorkflowSnapshot => ({ ...snapshot, version: number })
const mover = actor('edsger', { mayReroute: true })
const REROUTE = { type: 'reroute' as const, definitions: 'CURRENT' as const }
const reroute = (story: Story, to: WorkflowSnapshot) => story.try(REROUTE, mover, planning(to))
const layout = (story: Story) =>
  currentBlocks(story.request)
    .map(({ label, level, status }) => `${level} ${label} ${status}`)
    .sort()

describe('rerouting', () => {
  it('keeps decisions where the step is the same, and asks what is new before what is open', () => {
    const story = submitted(workflow([step('legal', 'linus')], [step('finance', 'grace')]))
    story.decide('legal', actor('linus'))
    const decided = story.block('legal')
    const to = version(4, workflow([step('security', 'alan')], [step('legal', 'linus')], [step('finance', 'grace')]))
    expect(reroute(story, to)).toBeNull()
    expect(layout(story)).toEqual(['1 security PENDING', '2 legal APPROVED', '3 finance PENDING'])
    expect(story.block('legal')).toMatchObject({ id: decided.id, decisions: decided.decisions })
    expect(story.block('security').openedAt).toBe(story.now)
    expect(story.block('finance').openedAt).toBeNull()
    expect(story.request.definitions).toEqual([{ id: 'workflow', label: 'Standard', version: 4 }])
    expect(story.request.run).toBe(1)
    story.decide('security', actor('alan'))
    story.decide('finance', actor('grace'))
    expect(story.request.status).toBe('APPROVED')
    expect(replay(story.events)).toEqual(story.request)
  })

  it('asks again where other people approve, beside their earlier decision', () => {
    const story = submitted(workflow([step('legal', 'linus')], [step('finance', 'grace')]))
    story.decide('legal', actor('linus'))
    expect(reroute(story, version(4, workflow([step('legal', 'margaret')], [step('finance', 'grace')])))).toBeNull()
    expect(story.block('legal')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      earlierDecisions: [{ userId: 'linus', decision: 'APPROVED' }],
      approvers: [{ userId: 'margaret' }],
    })
    expect(story.block('finance').openedAt).toBeNull()
  })

  it('asks again where more people have to approve', () => {
    const legal = { approverUserIds: ['linus', 'margaret'] }
    const story = submitted(workflow([rule('legal', legal)], [step('finance', 'grace')]))
    story.decide('legal', actor('linus'))
    const all = rule('legal', { ...legal, quorum: { kind: 'ALL' } })
    expect(reroute(story, version(4, workflow([all], [step('finance', 'grace')])))).toBeNull()
    expect(story.block('legal')).toMatchObject({ status: 'PENDING', quorum: { kind: 'ALL' } })
  })

  it('removes steps that are gone, and approves what has nothing left to decide', () => {
    const story = submitted(workflow([step('legal', 'linus')], [step('finance', 'grace')]))
    story.decide('legal', actor('linus'))
    expect(reroute(story, version(4, workflow([step('legal', 'linus')])))).toBeNull()
    expect(layout(story)).toEqual(['1 legal APPROVED'])
    expect(story.request.status).toBe('APPROVED')
  })

  it('with the definitions it started with, only people change, as when a matrix has changed', () => {
    const story = submitted(workflow([rule('legal', { approverGroupIds: ['legal'] })], [step('finance', 'grace')]))
    const others = { ...organisation(), groups: { legal: { name: 'Legal', userIds: ['alan'] } } }
    const context = { ...planning(version(9, workflow([step('other', 'alan')]))), organisation: others }
    expect(story.try({ ...REROUTE, definitions: 'PINNED' }, mover, context)).toBeNull()
    expect(story.block('legal').approvers.map(({ userId }) => userId)).toEqual(['alan'])
    expect(story.request.definitions[0]?.version).toBe(3)
  })

  it('who moves it has chosen its approvers, so they can’t approve it', () => {
    const story = submitted(workflow([step('legal', 'linus')]))
    expect(reroute(story, version(4, workflow([step('legal', 'edsger', 'margaret')])))).toBeNull()
    expect(story.block('legal').approvers.map(({ userId }) => userId)).toEqual(['margaret'])
    expect(story.decide('legal', actor('edsger'))?.reason).toBe('NOT_ALLOWED')
  })

  it('other people can’t move a request, and no one moves one that is decided or changed since they looked', () => {
    const before = workflow([step('legal', 'linus')])
    const to = version(4, workflow([step('legal', 'margaret')]))
    const story = submitted(before)
    expect(story.try(REROUTE, actor('edsger'), planning(to))?.reason).toBe('NOT_ALLOWED')
    const seenSequence = story.request.sequence
    story.do({ type: 'remind', blockId: story.block('legal').id }, actor('ada'))
    expect(story.try({ ...REROUTE, seenSequence }, mover, planning(to))?.reason).toBe('CHANGED_SINCE')
    story.decide('legal', actor('linus'))
    expect(reroute(story, to)?.reason).toBe('REQUEST_CLOSED')
  })

  it('changes nothing where nothing differs', () => {
    const same = workflow([step('legal', 'linus')])
    const story = submitted(same)
    const { sequence } = story.request
    expect(reroute(story, same)).toBeNull()
    expect(story.request.sequence).toBe(sequence)
  })

  it('a step whose decision stays needs no one who could decide it again', () => {
    const alone = (userId: string) => ({ ...organisation(), admins: [userId] })
    const story = submitted(workflow([step('legal', 'edsger')], [step('finance', 'grace')]))
    story.decide('legal', actor('edsger'))
    const to = (...finance: string[]) => version(4, workflow([step('legal', 'edsger')], [step('finance', ...finance)]))
    const context = { ...planning(to('grace', 'alan')), organisation: alone('edsger') }
    expect(story.try(REROUTE, mover, context)).toBeNull()
    expect(layout(story)).toEqual(['1 legal APPROVED', '2 finance PENDING'])
    const all = rule('legal', { approverUserIds: ['edsger'], quorum: { kind: 'ALL' } })
    const again = version(5, workflow([all], [step('finance', 'grace', 'alan')]))
    const refused = story.try(REROUTE, mover, { ...planning(again), organisation: alone('edsger') })
    expect(refused?.reason).toBe('NOBODY_CAN_APPROVE')
  })

  it('a rehearsal says when no step changes and only later edits are planned in another way', () => {
    const large = (id: string, userId: string, min: number) =>
      rule(id, {
        approverUserIds: [userId],
        conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: min, maximumValue: null }],
      })
    const story = submitted(workflow([step('legal', 'linus')], [large('large', 'grace', 900_000_000)]))
    const to = version(4, workflow([step('legal', 'linus')], [large('large', 'alan', 900_000_000)]))
    const command = { actor: mover, command: REROUTE, planning: planning(to) }
    expect(rehearsalOf(story.request, command, story.now)).toMatchObject({
      ...{ ok: true, changes: true, changesSteps: false },
      ...{ restarts: [], difference: { gains: [], loses: [] } },
    })
  })

  it('a rehearsal says who gains and who loses, and what is asked again', () => {
    const story = submitted(workflow([step('legal', 'linus')], [step('finance', 'grace')]))
    story.decide('legal', actor('linus'))
    const to = version(4, workflow([step('legal', 'margaret')], [step('finance', 'alan')]))
    const rehearsal = rehearsalOf(story.request, { actor: mover, command: REROUTE, planning: planning(to) }, story.now)
    expect(rehearsal).toMatchObject({
      ok: true,
      changes: true,
      sequence: story.request.sequence,
      restarts: [{ label: 'legal', people: ['Linus Pauling'] }],
    })
    if (!rehearsal.ok) return
    const words = (found: readonly { name: string; label: string }[]) =>
      found.map(({ name, label }) => `${name}: ${label}`)
    expect(words(rehearsal.difference.gains)).toEqual(['Margaret Hamilton: legal', 'Alan Turing: finance'])
    expect(words(rehearsal.difference.loses)).toEqual(['Grace Hopper: finance'])
  })
})
