import { describe, expect, it } from 'vitest'
import {
  AUTOSAVE_START,
  type AutosaveEvent,
  autosave,
  delayOf,
  isDue,
  isUnsaved,
  saveWord,
} from '../../../../web/features/requests/submissions/autosave.ts'

const run = (...events: AutosaveEvent[]) => events.reduce(autosave, AUTOSAVE_START)
const edited = { type: 'edited' } as const
const started = { type: 'started' } as const
const succeeded = { type: 'succeeded' } as const
const refused = (kind: 'failed' | 'conflict') => ({ type: 'refused', problem: { kind, message: kind } }) as const

describe('autosave', () => {
  it('nothing is said before the first edit', () => {
    expect(saveWord(AUTOSAVE_START)).toBe('none')
    expect(delayOf(AUTOSAVE_START)).toBeNull()
  })
  it('an edit is saved a moment later', () => {
    expect(saveWord(run(edited))).toBe('unsaved')
    expect(delayOf(run(edited))).toBe(2000)
    expect(saveWord(run(edited, started))).toBe('saving')
    expect(saveWord(run(edited, started, succeeded))).toBe('saved')
  })
  it('only one save runs at a time', () => {
    expect(isDue(run(edited, started, edited))).toBe(false)
  })
  it('text typed while a save runs is saved next', () => {
    const state = run(edited, started, edited, succeeded)
    expect(isUnsaved(state)).toBe(true)
    expect(isDue(state)).toBe(true)
    expect(saveWord(run(edited, started, edited, succeeded, started, succeeded))).toBe('saved')
  })
  it('a failed save is retried later', () => {
    const state = run(edited, started, refused('failed'))
    expect(saveWord(state)).toBe('failed')
    expect(delayOf(state)).toBeGreaterThan(2000)
  })
  it('a repeated attempt counts for the revision it had', () => {
    const failed = run(edited, started, refused('failed'), edited)
    const state = [{ type: 'started', revision: 1 } as const, succeeded].reduce(autosave, failed)
    expect(state.savedRevision).toBe(1)
    expect(isDue(state)).toBe(true)
  })
  it('a conflict is left to the person', () => {
    const state = run(edited, started, refused('conflict'), edited)
    expect(saveWord(state)).toBe('conflict')
    expect(isDue(state)).toBe(false)
    expect(isDue(autosave(state, { type: 'resolved' }))).toBe(true)
    expect(isUnsaved(autosave(state, { type: 'loaded' }))).toBe(false)
  })
})
