import { AppError } from '../../../worker/core/errors.ts'
import { type AnyOperation, type BaseContext, perform } from '../../../worker/core/operation.ts'
import { isRefusedAsAnother } from './acting.ts'
import { codeOf, contentOf, type Input, type TestDoor } from './doors.ts'
import { CLOSED_TO_KEYS } from './facts/closed-to-keys.ts'
import { OWING_MAY } from './facts/owing-may.ts'
import type { Case, OperationFixture } from './fixtures/fixture.ts'
import type { Principal, World } from './matrix-world.ts'
import type { Answer, Client } from './world.ts'

export interface Cell {
  door: TestDoor
  fixture: OperationFixture
  case: Case
  principal: Principal
}

let alone: Promise<unknown> = Promise.resolve()

const inputs = new WeakMap<World, Map<Case, Promise<Input>>>()

/**
 * A call that reads, or is refused, changes nothing, so all such calls of a case share an input, unless it depends on
 * the caller. Each of the others gets one that no one has used.
 */
const inputFor = (world: World, cell: Cell): Input | Promise<Input> => {
  const { case: about, principal, fixture, door } = cell
  const changesNothing = door.operation.kind === 'query' || expectedOf(cell) !== 'OK'
  if (!changesNothing || about.input.length > 1 || fixture.endsSession) return about.input(world, principal)
  const known = inputs.get(world) ?? new Map<Case, Promise<Input>>()
  inputs.set(world, known)
  const input = known.get(about) ?? Promise.resolve(about.input(world, principal))
  known.set(about, input)
  return input
}

/** Someone who should have been refused may have changed what the shared input names. */
const forgetInput = (world: World, { case: about }: Cell): void => {
  inputs.get(world)?.delete(about)
}

/** Calls a cell and returns what the principal was told. Calls that end other people's sessions run separately. */
export const outcomeOf = async (world: World, cell: Cell): Promise<string> => {
  if (cell.fixture.endsSession !== 'EVERYWHERE') return tell(world, cell)
  const told = alone.then(() => tell(world, cell))
  alone = told.then(() => world.renew())
  await alone
  return told
}

const tell = async (world: World, cell: Cell): Promise<string> => {
  const { door, fixture, case: about, principal } = cell
  const input = await inputFor(world, cell)
  // What gives a second factor makes another session of it.
  const isSpent = fixture.endsSession || (principal === 'owing' && door.operation.whileOwing)
  const client = isSpent ? await world.signInAs(principal) : world.as(principal)
  const answer = await door.call(client, input)
  const code = codeOf(answer)
  if (code !== 'OK' || !about.shows) return code
  return (await shows(door, client, input, answer, about.shows(world))) ? 'OK' : 'NOTHING'
}

/** A search reads a limited number of rows for each page, so a match may be on a later one. */
const MOST_PAGES = 20

const shows = async (door: TestDoor, client: Client, input: Input, first: Answer, what: string): Promise<boolean> => {
  let answer = first
  for (let page = 1; ; page++) {
    const content = contentOf(door, answer)
    if (JSON.stringify(content).includes(what)) return true
    const info = (content as { pageInfo?: { hasNextPage: boolean; endCursor: string | null } } | null)?.pageInfo
    if (!info?.hasNextPage || !info.endCursor || page === MOST_PAGES) return false
    answer = await door.call(client, { ...input, after: info.endCursor, cursor: info.endCursor })
  }
}

export interface WrongCell {
  row: string
  principal: Principal
  told: string
  expected: string
}

/** What keys never change. */
const isClosed = ({ operation, endpoint }: TestDoor, principal: Principal): boolean =>
  principal === 'apiKey' && endpoint?.path.startsWith('/api/') === true && CLOSED_TO_KEYS.includes(operation.id)

/** A key opens only REST under /api/. Elsewhere it counts as no one. */
export const expectedOf = ({ door, case: { outcomes }, principal }: Cell): string => {
  if (isRefusedAsAnother(door.operation, principal)) return 'FORBIDDEN'
  if (isClosed(door, principal)) return 'FORBIDDEN'
  if (principal === 'owing') return OWING_MAY[door.operation.id] ?? outcomes.owing
  if (principal === 'provisioningKey')
    return door.endpoint?.path.startsWith('/api/') || door.kind === 'GraphQL' ? 'UNAUTHENTICATED' : outcomes.anonymous
  if (principal !== 'apiKey' || door.endpoint?.path.startsWith('/api/')) return outcomes[principal]
  return door.kind === 'GraphQL' ? 'UNAUTHENTICATED' : outcomes.anonymous
}

export const wrongCell = async (world: World, cell: Cell): Promise<WrongCell | null> => {
  const told = await outcomeOf(world, cell)
  const expected = expectedOf(cell)
  const row = `${cell.door.name}, ${cell.case.of}`
  if (told !== expected) forgetInput(world, cell)
  return told === expected ? null : { row, principal: cell.principal, told, expected }
}

/**
 * What the operation itself tells a caller without a session. GraphQL refuses them earlier, but that isn't the rule.
 */
export const toldWithoutSession = async (operation: AnyOperation): Promise<string> => {
  try {
    await perform(operation, { actor: null } as BaseContext, {})
    return 'OK'
  } catch (error) {
    return error instanceof AppError ? error.code : 'INTERNAL'
  }
}

/** The wrong cells, one line for each row of the matrix. */
export const tableOf = (wrong: WrongCell[]): string =>
  [...Map.groupBy(wrong, (cell) => cell.row)]
    .map(
      ([row, cells]) =>
        `${row}\n${cells.map((c) => `    ${c.principal.padEnd(16)} told ${c.told}, not ${c.expected}`).join('\n')}`,
    )
    .join('\n')
