import { env } from 'cloudflare:workers'
import { WINGS as ORDER } from '../../../worker/local/tools/imports/rules.ts'
import type { AreaFacts, LeftRows, Wing } from './facts/area-facts.ts'
import type { OperationFixture } from './fixtures/fixture.ts'

/** The facts of all areas, gathered from their files. */

const files = import.meta.glob<AreaFacts>('./facts/*/*.ts', { eager: true, import: 'facts' })
const areas = Object.entries(files).map(([path, facts]) => {
  const wing = path.split('/')[2] as Wing
  return { path, wing: facts.suite ?? wing, facts }
})

/** Throws if two areas say something of one operation. */
const gathered = <T>(part: (facts: AreaFacts) => Record<string, T> | undefined): Record<string, T> => {
  const all: Record<string, T> = {}
  for (const { path, facts } of areas)
    for (const [id, fact] of Object.entries(part(facts) ?? {})) {
      if (id in all) throw new Error(`${path}: another area has ${id} too`)
      all[id] = fact
    }
  return all
}

const wingOf: Record<string, Wing> = {}
for (const { wing, facts } of areas) for (const id of Object.keys(facts.fixtures)) wingOf[id] = wing

/** The generated suites have a file for each. */
export const WINGS: readonly Wing[] = ORDER
const asked = env.ONLY_OPERATIONS ? new Set(env.ONLY_OPERATIONS.split(',').map((id) => id.trim())) : null

/** The generated suites ask about every operation, or about those that `ONLY_OPERATIONS` names. */
export const isAsked = (operationId: string): boolean => asked?.has(operationId) ?? true

export const isOf = (wing: Wing, operationId: string): boolean => wingOf[operationId] === wing && isAsked(operationId)
export type { Wing }

/** What every operation must answer, by its id. The authorization matrix and the contract suite are built from these. */
export const operationFixtures: Record<string, OperationFixture> = gathered((facts) => facts.fixtures)
export const LEFT: Record<string, LeftRows> = gathered((facts) => facts.left)
export const LEFT_ELSE: Record<string, LeftRows> = gathered((facts) => facts.leftElse)
export const LIMITS: Readonly<Record<string, string>> = gathered((facts) => facts.limits)

/** What can be done in a session that views as another member. Any other operation must refuse it. Anyone viewing can read. */
export const VIEWERS_MAY = new Set(areas.flatMap(({ facts }) => facts.viewing ?? []))
export const ACTING_MAY = new Set(areas.flatMap(({ facts }) => facts.acting ?? []))
