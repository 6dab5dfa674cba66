import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEvent } from '../../../schema/approvals/events.ts'
import { replay } from '../../../worker/objects/approval/state.ts'

/**
 * Logs as objects have written them, with the state they led to. They are never edited: where the state gains a
 * field, `apply` gives it a value for old events and the expectation is the recorded state plus that value.
 */
const folder = `${import.meta.dirname}/recorded-logs`

describe('recorded logs', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('%s replays to the recorded state', (name) => {
    const { events, state } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as {
      events: unknown[]
      state: unknown
    }
    expect(replay(events.map(readEvent))).toEqual(state)
  })

  it('an event of a newer schema is refused rather than misread', () => {
    const actor = { userId: 'u', name: 'U', impersonatorUserId: null, kind: 'USER' }
    const event = { schemaVersion: 99, sequence: 1, at: 1, type: 'request.approved', actor }
    expect(() => readEvent(event)).toThrow('newer than this code')
  })
})
