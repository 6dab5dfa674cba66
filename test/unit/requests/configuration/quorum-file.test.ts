import { describe, expect, it } from 'vitest'
import type { Quorum } from '../../../../schema/approvals/workflows/definition.ts'
import { peopleFromFile, peopleToFile } from '../../../../worker/features/approvals/workflows/people-file.ts'
import { rule } from '../../approvals/engine/fixtures.ts'

/** Names are the ids themselves here. */
const reading = { nameOf: (_: string, id: string) => id, namesOf: (_: string, ids: string[]) => ids }
const writing = { idOf: (_: string, name: string) => name, idsOf: (_: string, names: string[]) => names }

describe('how many have to approve, in a file of configuration', () => {
  it.each<[string, Quorum]>([
    ['any one', { kind: 'ANY' }],
    ['everyone', { kind: 'ALL' }],
    ['at least two', { kind: 'AT_LEAST', count: 2 }],
    ['at least two, with admins who fill up', { kind: 'AT_LEAST', count: 2, adminsFillUp: true }],
  ])('%s is the same after it was written and read', (_, quorum) => {
    const before = rule('r', { approverUserIds: ['linus'], quorum })
    const file = JSON.parse(JSON.stringify(peopleToFile(before, reading as never)))
    expect(peopleFromFile(file, writing as never, []).quorum).toEqual(quorum)
  })
})
