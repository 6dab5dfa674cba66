import { describe, expect, it } from 'vitest'
import { type ApprovalEvent, readEvent } from '../../../../schema/approvals/engine/events.ts'
import { keptNotes, noteProblems } from '../../../../schema/requests/forms/notes.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { actor, content, form, planning, question, rule, Story, submitCommand, workflow } from './fixtures.ts'

const NOTED = form([
  question('title', 'REQUEST_TITLE', { allowsNote: true, keepsApprovals: true }),
  question('plain', 'TEXT'),
])
const answers = { title: 'Laptops' }
const facts = () => planning(null, answers, {}, { form: NOTED })

describe('notes on answers', () => {
  it('notes are kept, trimmed and unless blank, for questions that allow them', () => {
    expect(keptNotes(NOTED, answers, { title: ' a ', plain: 'b', gone: 'c' })).toEqual({ title: 'a' })
    expect(keptNotes(NOTED, answers, { title: '  ' })).toEqual({})
  })

  it('a note can have 10,000 characters at most', () => {
    expect(noteProblems({ title: 'x'.repeat(10_000) })).toEqual({})
    expect(noteProblems({ title: 'x'.repeat(10_001) })).toEqual({ 'title.note': 'At most 10,000 characters' })
  })

  it('notes don’t restart approvals if the category says so, and replaying the log restores them', () => {
    const story = new Story()
    const levels = workflow(
      [rule('linus', { approverUserIds: ['linus'] })],
      [rule('alan', { approverUserIds: ['alan'] })],
    )
    const first = submitCommand(answers, 'ada', { title: 'First', plain: 'dropped' })
    story.do(first, actor('ada'), { ...facts(), definitions: [levels] })
    expect(story.request.content.notes).toEqual({ title: 'First' })
    story.decide('linus', actor('linus'))
    const edit = (notes: Record<string, string>) => {
      const command = { type: 'edit' as const, seenVersion: story.request.version, ...content(answers, notes) }
      return story.try(command, actor('ada'), facts())
    }
    expect(edit({ title: 'Second' })).toBeNull()
    expect(story.block('linus').status).toBe('APPROVED')
    expect(edit({ title: 'Second' })).toBeNull()
    expect(story.request).toMatchObject({ version: 2, content: { notes: { title: 'Second' } } })
    expect(edit({})).toBeNull()
    expect(story.request.version).toBe(3)
    expect(story.request.content.notes).toEqual({})
    const stored: ApprovalEvent[] = JSON.parse(JSON.stringify(story.events)).map(readEvent)
    expect(replay(stored)).toEqual(story.request)
  })
})
