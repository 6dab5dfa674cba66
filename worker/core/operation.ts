import { z } from 'zod'
import type { Endpoint } from '../../schema/shared/endpoint.ts'
import { can, type Permission } from '../../schema/shared/permissions.ts'
import { fullName } from '../../schema/shared/values.ts'
import type { Env } from '../env.ts'
import type { StaffActor } from './actor.ts'
import { type Databases, inPlace, isLocked, type Place } from './cells.ts'
import type { Clock } from './clock.ts'
import { commandLedger, hashable, type KnownResult } from './command-ledger.ts'
import { refuseSameMoment, rethrow } from './database.ts'
import { AppError, companyMoves, companyNotChosen, forbidden, invalidInput, notSetUp } from './errors.ts'
import { readOn } from './list/read-on.ts'
import type { Logger } from './log.ts'
import { cursorsOf } from './paging.ts'
import type { SessionGuess } from './session-guess.ts'
import { requireFreshFactor } from './signed-in/fresh-factor.ts'
import { requireScope } from './signed-in/key-scope.ts'
import { seenWhileOwing } from './signed-in/owed-factor.ts'
import { isSystemPermission, type SystemActor, type SystemPermission } from './system-actor.ts'
import { notePerformed, type Performed } from './told/calls.ts'
import { inSpan } from './told/trace.ts'
import type { Customer, VendorActor } from './vendor-actor.ts'

/**
 * Who may call an operation: 'public' for anyone, 'session.use' for anyone signed in, 'vendor.use' for vendor users,
 * 'vendor.work' for those who have chosen a customer, a permission of the catalog for a company's members, or one of the
 * system's for jobs. It can't be left out.
 */
export type Access = 'public' | 'session.use' | 'vendor.use' | 'vendor.work' | Permission | SystemPermission

export interface BaseContext extends Databases {
  env: Env
  clock: Clock
  newId: () => string
  requestId: string
  log: Logger
  /** From the Idempotency-Key header. */
  commandId: string | null
  known: KnownResult | null
  /** At most one of the two is set: a session belongs to a company's member or to a vendor's. */
  actor: StaffActor | null
  vendor: VendorActor | null
  /** Set if platform staff work in another company than their session's, which stores the results of their commands. */
  home?: { userId: string; companyId: string }
  /** Set instead of both for queues, cron, and emails and webhooks that arrive. */
  system?: SystemActor
  /** Set if `actor` is who the person was at their last request. `perform` makes sure that it is still true. */
  guess?: SessionGuess | null
  /** The caller's network address, for rate limits. */
  clientAddress: string
  /** The caller's browser, named as people do. Null for programs. */
  device: string | null
  /** Roughly where the caller is: "Berlin, Germany". Null if the platform doesn’t say. */
  place?: string | null
  /** The secret of the browser that began to sign in at an identity provider, from its cookie. */
  browser?: string | null
  origin: string
  waitUntil: (work: Promise<unknown>) => void
  /** Headers for the answer, such as cookies. */
  answerHeaders: Headers
  /** What was performed so far, for the log. */
  performed?: Performed
}

/** The context of an operation that only a signed-in company user may call. */
export type StaffContext = BaseContext & { actor: StaffActor }
/** The context of an operation that only vendor users may call. */
export type VendorContext = BaseContext & { vendor: VendorActor }
/** The same, with a chosen customer. */
export type VendorWorkContext = BaseContext & { vendor: VendorActor & { company: Customer } }
/** The context of an operation that only the system may call. */
export type SystemContext = BaseContext & { system: SystemActor }

export type ContextFor<A extends Access> = A extends 'public' | 'session.use'
  ? BaseContext
  : A extends 'vendor.use'
    ? VendorContext
    : A extends 'vendor.work'
      ? VendorWorkContext
      : A extends SystemPermission
        ? SystemContext
        : StaffContext

/** The actor, and the company or vendor company whose log and ledger are used. */
export const signedIn = ({
  actor,
  vendor,
}: Pick<BaseContext, 'actor' | 'vendor'>): { userId: string; companyId: string; sessionHash: string } | null =>
  actor ?? (vendor && { ...vendor, companyId: vendor.vendorCompany.id })

export type AsAnother = 'VIEWING' | 'ACTING' | 'NEVER'

export interface Operation<A extends Access = Access, I extends z.ZodType = z.ZodType, O = unknown> {
  id: string
  kind: 'command' | 'query'
  access: A
  input: I
  /** Where a repeated command id finds its first result: in D1, also without a session; in its object; or nowhere. */
  idempotency: 'd1' | 'public' | 'object' | 'none'
  /**
   * Who may call it in a session that views as another member: anyone viewing, only people acting on the member's
   * behalf, or only the member. By default viewers can read, and only the member can change.
   */
  asAnother: AsAnother
  /** Set if its first effect is a read, which the session read can join. A command reads with `readBatch`. */
  readsFirst?: boolean
  /** Set for a choice by name: a page isn't empty while there is something to choose. See list/read-on.ts. */
  untilFound?: true
  /** Set if it is also allowed while the company moves to another cell. */
  whileMoving?: true
  /** Set for money acts: a company may ask for a second factor that was given some minutes ago at most. */
  freshFactor?: true
  /** Set if it is also allowed in a session that owes a second factor. Other public ones see no one in it. */
  whileOwing?: true
  /** Set if it is about a company other than the caller's: how the input says which one. */
  place?: (input: z.output<I>) => Place
  run(context: ContextFor<A>, input: z.output<I>): Promise<O>
}

// biome-ignore lint/suspicious/noExplicitAny: an operation of any input and answer, as the registry holds it
export type AnyOperation = Operation<any, any, any>

const registry = new Map<string, AnyOperation>()

/** Every operation of people and programs. OpenAPI, `bun run contract` and the authorization matrix are made from it. */
export const operations = (): AnyOperation[] =>
  [...registry.values()].filter(({ access }) => !isSystemPermission(access))

/** Every operation that only the system may call. None of them has an address. */
export const systemOperations = (): AnyOperation[] =>
  [...registry.values()].filter(({ access }) => isSystemPermission(access))

export const register = <A extends Access, I extends z.ZodType, O>(
  operation: Operation<A, I, O>,
): Operation<A, I, O> => {
  if (registry.has(operation.id)) throw new Error(`Two operations are called ${operation.id}`)
  registry.set(operation.id, operation)
  return operation
}

type Definition<A extends Access, I extends z.ZodType, O> = Omit<
  Operation<A, I, O>,
  'kind' | 'idempotency' | 'asAnother'
> & { asAnother?: AsAnother }

/** A read, which may not write, not registered yet. */
export const queryOf = <A extends Access, I extends z.ZodType, O>(
  definition: Definition<A, I, O>,
): Operation<A, I, O> => ({ asAnother: 'VIEWING', ...definition, kind: 'query', idempotency: 'none' })

export const query = <A extends Access, I extends z.ZodType, O>(definition: Definition<A, I, O>) =>
  register(queryOf(definition))

type ChangeDefinition<A extends Access, I extends z.ZodType, O> = Definition<A, I, O> & {
  idempotency?: Operation['idempotency']
}

/** A change with what holds unless its definition says otherwise, not registered yet. */
export const changeOf = <A extends Access, I extends z.ZodType, O>(
  definition: ChangeDefinition<A, I, O>,
): Operation<A, I, O> => ({ idempotency: 'd1', asAnother: 'NEVER', ...definition, kind: 'command' })

/** A change. `idempotency` is 'd1' unless the change goes through a Durable Object that stores its own results. */
export const command = <A extends Access, I extends z.ZodType, O>(definition: ChangeDefinition<A, I, O>) =>
  register(changeOf(definition))

type ShapeOf<T> = T extends z.ZodObject<infer S> ? S : Record<never, never>
type BodyShape<B> = B extends z.ZodObject<infer S> ? S : B extends z.ZodUndefined ? Record<never, never> : { body: B }

/**
 * Combines an endpoint's parameters, query and body into one input schema. A body that isn't an object is called
 * `body`. Rules of a body that concern several of its fields hold for the input.
 */
export const inputOf = <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, z.ZodType>,
): z.ZodObject<ShapeOf<P> & ShapeOf<Q> & BodyShape<B>> => {
  const shape: Record<string, z.ZodType> = {}
  const parts = [endpoint.params?.shape, endpoint.query?.shape, bodyShape(endpoint.body)]
  for (const part of parts) {
    for (const [key, schema] of Object.entries(part ?? {})) {
      if (key in shape) throw new Error(`${endpoint.id}: '${key}' is in two places of the input`)
      shape[key] = schema as z.ZodType
    }
  }
  const rules = (endpoint.body instanceof z.ZodObject && endpoint.body.def.checks) || []
  return z.object(shape).check(...(rules as z.core.$ZodCheck<unknown>[])) as unknown as z.ZodObject<
    ShapeOf<P> & ShapeOf<Q> & BodyShape<B>
  >
}

const bodyShape = (body: z.ZodType | undefined): Record<string, z.ZodType> => {
  if (!body || body instanceof z.ZodUndefined) return {}
  return body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>) : { body }
}

/**
 * Checks access, then input, then runs. Every REST and GraphQL call goes through here.
 * @param checkSent throws for what was sent and can't be part of the input, once the caller is known to be allowed
 */
export const perform = async <A extends Access, I extends z.ZodType, O>(
  operation: Operation<A, I, O>,
  context: BaseContext,
  rawInput: unknown,
  checkSent?: () => void,
): Promise<O> => {
  const { guess, db } = context
  const attempt = () => inSpan(operation.id, () => carryOut(operation, context, rawInput, checkSent))
  if (guess?.state !== 'open') return attempt()
  if (!operation.readsFirst) {
    await guess.confirm()
    return attempt()
  }
  if (operation.kind === 'query') db.onlyReads()
  // The result of a wrong guess is discarded.
  const outcome = await attempt().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  if (!(await guess.confirm())) return attempt()
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

const carryOut = async <A extends Access, I extends z.ZodType, O>(
  operation: Operation<A, I, O>,
  given: BaseContext,
  rawInput: unknown,
  checkSent?: () => void,
): Promise<O> => {
  const context = seenWhileOwing(operation, given)
  notePerformed(context, operation.id)
  authorise(operation, context)
  if (operation.kind === 'command' && !operation.whileMoving && context.actor?.company.isMoving) throw companyMoves()
  checkSent?.()
  const cursors = operation.input instanceof z.ZodObject && 'cursor' in operation.input.shape && cursorsOf(operation.id)
  const parsed = operation.input.safeParse(cursors ? withOpened(rawInput, cursors.opened) : rawInput)
  if (!parsed.success) throw invalidInput(parsed.error, rawInput)
  const place = operation.place?.(parsed.data)
  const placed = place ? await inPlace(context, place) : context
  if (place && operation.kind === 'command' && 'companyId' in place && (await isLocked(placed, place.companyId)))
    throw companyMoves()
  if (cursors) return cursors.named(await readOn(operation, placed as ContextFor<A>, parsed.data))
  const run = () => operation.run(placed as ContextFor<A>, parsed.data)
  if (operation.kind === 'query') return run()
  const carried = () => run().catch(context.system ? rethrow : refuseSameMoment(context.log))
  const isKept = operation.idempotency === 'd1' || (operation.idempotency === 'public' && context.home !== undefined)
  if (!isKept || !context.commandId) return carried()
  return commandLedger(placed, operation.id, await hashable(parsed.data), carried)
}

const withOpened = (input: unknown, opened: (cursor: string) => string): unknown => {
  const { cursor } = input as { cursor?: unknown }
  return typeof cursor === 'string' && cursor !== '' ? { ...(input as object), cursor: opened(cursor) } : input
}

const authorise = (operation: AnyOperation, context: BaseContext): void => {
  requireAccess(operation.access, context)
  if (context.actor) requireInPerson(operation.asAnother, context.actor)
  if (context.actor?.apiKey) requireScope(operation, context.actor.apiKey.scopes)
  if (operation.freshFactor && !context.system) requireFreshFactor(context)
}

/** Viewing as another member can only read. Acting on their behalf stops where only the member may act. */
export const requireInPerson = (asAnother: AsAnother, { impersonator, firstName, lastName }: StaffActor): void => {
  if (!impersonator || asAnother === 'VIEWING') return
  const member = fullName({ firstName, lastName })
  if (!impersonator.reason) {
    throw new AppError('FORBIDDEN', `You're viewing as ${member}, so you can't change anything. Go back to yourself.`, {
      reason: 'VIEWING_ONLY',
    })
  }
  if (asAnother === 'NEVER') {
    throw new AppError('FORBIDDEN', `Only ${member} can do this. You can't do it on their behalf.`, {
      reason: 'IMPERSONATING',
    })
  }
}

type Caller = Pick<BaseContext, 'actor' | 'vendor' | 'system'>

/** Throws UNAUTHENTICATED without a session, FORBIDDEN if the session or the job isn't allowed. */
export const requireAccess = (access: Access, { actor, vendor, system }: Caller): void => {
  if (access === 'public') return
  if (system) {
    if (actor || vendor || !isSystemPermission(access) || !system.may.includes(access)) throw forbidden()
    return
  }
  if (!actor && !vendor) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  if (access === 'session.use') return
  if (isSystemPermission(access)) throw forbidden()
  if (access === 'vendor.use' || access === 'vendor.work') {
    if (!vendor) throw forbidden()
    if (access === 'vendor.work' && !vendor.company) throw companyNotChosen()
    return
  }
  if (actor && can(actor.policy, access)) return
  throw actor && access === 'payments.look' && can(actor.policy, 'payments.use') ? notSetUp() : forbidden()
}
