import { describe, expect, it } from 'vitest'
import { operations } from '../../../worker/core/operation.ts'
import { doorsOf, testDoors } from '../../support/worker/doors.ts'
import { matrixRows } from '../../support/worker/matrix-rows.ts'
import { PRINCIPALS } from '../../support/worker/matrix-world.ts'
import { isAsked, isOf, operationFixtures, WINGS } from '../../support/worker/operation-facts.ts'

const ids = operations().map((operation) => operation.id)

describe('every operation in the registry', () => {
  it('every operation has a fixture, and every fixture has an operation', () => {
    const known = Object.keys(operationFixtures)
    expect({ without: ids.filter((id) => !known.includes(id)), gone: known.filter((id) => !ids.includes(id)) }).toEqual(
      {
        without: [],
        gone: [],
      },
    )
  })

  it('every operation has an endpoint, and every endpoint leads to an operation', () => {
    expect(ids.filter((id) => doorsOf(id).length === 0)).toEqual([])
    expect(testDoors.map((door) => door.operation.id).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('every operation belongs to one wing', () => {
    expect(ids.filter((id) => isAsked(id) && WINGS.filter((wing) => isOf(wing, id)).length !== 1)).toEqual([])
  })

  it('every wing has its file of each generated suite', () => {
    const files = [
      ...Object.keys(import.meta.glob('./*.test.ts')).map((file) => file.replace('.', 'authorisation')),
      ...Object.keys(import.meta.glob('../contract-suite/*.test.ts')).map((file) => file.slice(3)),
    ]
    const wanted = WINGS.flatMap((wing) =>
      ['authorisation', 'contract-suite'].map((suite) => `${suite}/${wing}.test.ts`),
    )
    expect(wanted.filter((file) => !files.includes(file))).toEqual([])
  })
})

describe('who is sent by the matrix', () => {
  const rows = matrixRows()

  it('everyone is sent to every access', () => {
    const all = new Set(
      rows.filter(({ principals }) => principals.length === PRINCIPALS.length).map(({ door }) => door.operation.access),
    )
    expect(
      operations()
        .filter(({ access }) => !all.has(access))
        .map(({ id }) => id),
    ).toEqual([])
  })

  it('each row is sent everyone who would be told something else in another row', () => {
    const first = rows.filter(({ door }) => doorsOf(door.operation.id)[0] === door)
    const others = new Map(first.map((row) => [PRINCIPALS.map((p) => row.about.outcomes[p]).join(), row]))
    for (const { about, principals, name } of first) {
      for (const other of others.values()) {
        const differ = (list: readonly (typeof PRINCIPALS)[number][]) =>
          list.some((principal) => other.about.outcomes[principal] !== about.outcomes[principal])
        expect(differ(principals), `${name} and ${other.name}`).toBe(differ(PRINCIPALS))
      }
    }
  })
})
