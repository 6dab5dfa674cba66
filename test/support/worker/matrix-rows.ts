import { operations } from '../../../worker/core/operation.ts'
import { doorsOf, type TestDoor, testDoors } from './doors.ts'
import type { Case, OperationFixture, Outcome } from './fixtures/fixture.ts'
import type { Cell } from './matrix.ts'
import { PRINCIPALS, type Principal } from './matrix-world.ts'
import { operationFixtures } from './operation-facts.ts'

/**
 * Who is sent to which endpoint by the matrix. Everyone is sent where a rule about objects decides, and once to each
 * access. Where the access alone decides, some are enough: each kind of caller, and everyone needed to tell the row
 * from every other one.
 */

export interface Row {
  /** `POST /api/vendors, a vendor`. */
  name: string
  door: TestDoor
  fixture: OperationFixture
  about: Case
  principals: readonly Principal[]
}

/** One of each kind: without a session, ended, in another company, in one without the feature, a program, a vendor. */
const KINDS: readonly Principal[] = [
  ...(['anonymous', 'disabled', 'member', 'admin', 'adminAsMember', 'adminForMember', 'apiKey'] as const),
  ...(['provisioningKey', 'owing'] as const),
  ...(['otherMember', 'otherAdmin', 'offMember', 'offAdmin', 'vendorUser', 'vendorUnchosen', 'platformStaff'] as const),
]

const BY_ACCESS: Outcome[] = ['OK', 'FORBIDDEN', 'UNAUTHENTICATED']
/** In another company there is no such object, for anyone. */
const isElsewhere = (principal: Principal) => /^(other(?!Owner)|off|platformStaff)/.test(principal)
const objectsDecide = ({ outcomes }: Case): boolean =>
  PRINCIPALS.some((principal) => !isElsewhere(principal) && !BY_ACCESS.includes(outcomes[principal]))

const patternOf = ({ outcomes }: Case): string => PRINCIPALS.map((principal) => outcomes[principal]).join()
const patterns = new Map(
  Object.values(operationFixtures).flatMap((fixture) => fixture.cases.map((about) => [patternOf(about), about])),
)

/** Each kind of caller, and the people needed to tell the row from any other one. */
const someFor = (about: Case): readonly Principal[] => {
  const chosen = new Set(KINDS)
  for (const other of patterns.values()) {
    const differing = PRINCIPALS.filter((principal) => other.outcomes[principal] !== about.outcomes[principal])
    if (differing[0] && !differing.some((principal) => chosen.has(principal))) chosen.add(differing[0])
  }
  return PRINCIPALS.filter((principal) => chosen.has(principal))
}

/** Each endpoint of an operation performs the same one, so that the others only need to show that they do. */
const oneOfEach = (about: Case): readonly Principal[] => {
  const chosen = new Set(KINDS)
  for (const principal of PRINCIPALS) {
    const isNew = [...chosen].every((each) => about.outcomes[each] !== about.outcomes[principal])
    if (isNew) chosen.add(principal)
  }
  return PRINCIPALS.filter((principal) => chosen.has(principal))
}

/** The first operation with each access and the same outcomes, for which everyone is sent. */
const firstOfKind = new Map<string, Case>()
for (const { id, access } of operations()) {
  for (const about of operationFixtures[id]?.cases ?? []) {
    const kind = `${access} ${patternOf(about)}`
    if (!firstOfKind.has(kind)) firstOfKind.set(kind, about)
  }
}

const principalsFor = (door: TestDoor, about: Case): readonly Principal[] => {
  if (doorsOf(door.operation.id)[0] !== door) return oneOfEach(about)
  const isFirst = firstOfKind.get(`${door.operation.access} ${patternOf(about)}`) === about
  return isFirst || objectsDecide(about) ? PRINCIPALS : someFor(about)
}

export const matrixRows = (): Row[] =>
  testDoors.flatMap((door) => {
    const fixture = operationFixtures[door.operation.id]
    return (fixture?.cases ?? []).map((about) => ({
      name: `${door.name}, ${about.of}`,
      door,
      fixture: fixture as OperationFixture,
      about,
      principals: principalsFor(door, about),
    }))
  })

export const cellsOfRow = ({ door, fixture, about, principals }: Row): Cell[] =>
  principals.map((principal) => ({ door, fixture, case: about, principal }))
