import { describe, expect, it } from 'vitest'
import {
  AUTOSAVE_DELAY_MS,
  AUTOSAVE_START,
  type AutosaveEvent,
  autosave,
  delayOf,
  isDue,
  isUnsaved,
  saveWord,
} from '../../../web/features/requests/autosave.ts'

const run = (...events: AutosaveEvent[]) => events.reduce(autosave, AUTOSAVE_START)
const edited = { type: 'edited' } as const
const started = { type: 'started' } as const
const succeeded = { type: 'succeeded' } as const
const refused = (kind: 'failed' | 'conflict') => ({ type: 'refused', problem: { kind, message: kind } }) as const

describe('autosave', () => {
  it('says nothing before the first edit', () => {
    expect(saveWord(AUTOSAVE_START)).toBe('none')
    expect(delayOf(AUTOSAVE_START)).toBeNull()
  })
  it('saves a moment after an edit', () => {
    expect(saveWord(run(edited))).toBe('unsaved')
    expect(delayOf(run(edited))).toBe(AUTOSAVE_DELAY_MS)
    expect(saveWord(run(edited, started))).toBe('saving')
    expect(saveWord(run(edited, started, succeeded))).toBe('saved')
  })
  it('runs one save at a time', () => {
    expect(isDue(run(edited, started, edited))).toBe(false)
  })
  it('knows what was typed while a save ran', () => {
    const state = run(edited, started, edited, succeeded)
    expect(isUnsaved(state)).toBe(true)
    expect(isDue(state)).toBe(true)
    expect(saveWord(run(edited, started, edited, succeeded, started, succeeded))).toBe('saved')
  })
  it('tries again later when a save failed', () => {
    const state = run(edited, started, refused('failed'))
    expect(saveWord(state)).toBe('failed')
    expect(delayOf(state)).toBeGreaterThan(AUTOSAVE_DELAY_MS)
  })
  it('counts a repeated attempt at the revision it had', () => {
    const failed = run(edited, started, refused('failed'), edited)
    const state = [{ type: 'started', revision: 1 } as const, succeeded].reduce(autosave, failed)
    expect(state.savedRevision).toBe(1)
    expect(isDue(state)).toBe(true)
  })
  it('leaves a conflict to the person', () => {
    const state = run(edited, started, refused('conflict'), edited)
    expect(saveWord(state)).toBe('conflict')
    expect(isDue(state)).toBe(false)
    expect(isDue(autosave(state, { type: 'resolved' }))).toBe(true)
    expect(isUnsaved(autosave(state, { type: 'loaded' }))).toBe(false)
  })
})
