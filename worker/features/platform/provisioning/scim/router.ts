import { Hono } from 'hono'
import { PROVISIONING_CALLS } from '../../../../../schema/platform/provisioning/endpoints.ts'
import { countCall } from '../../../../core/api-key-limit.ts'
import { cellOfMovedSecret, inCell, isLocked } from '../../../../core/cells.ts'
import { errorText } from '../../../../core/log.ts'
import { type AnyOperation, type BaseContext, perform } from '../../../../core/operation.ts'
import { readAtMost } from '../../../../core/read-at-most.ts'
import { bearerOf } from '../../../../transport/bearer.ts'
import type { AppBindings, AppContext } from '../../../../transport/context.ts'
import { actingByKey, loadKey } from '../actor.ts'
import { resourceTypes, schemas, serviceProviderConfig, wholeList } from './discovery.ts'
import { gone, invalidSyntax, ScimError, scimErrorOf } from './errors.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, readGroup, replaceGroup } from './groups.ts'
import { listWishOf } from './list.ts'
import type { ProvisioningContext } from './operation.ts'
import { createUser, deleteUser, listUsers, patchUser, readUser, replaceUser } from './users.ts'

/**
 * SCIM 2.0 for identity providers, under /scim/v2. It isn't part of the REST API: the names, the types and the errors of
 * its answers are those of RFC 7643 and 7644, and its callers have a key that opens nothing else.
 */

const MOST_BYTES = 1024 * 1024
const MOVED_SECONDS = 60

const answered = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/scim+json; charset=utf-8', ...headers },
  })

const unauthenticated = () =>
  new ScimError(
    401,
    'This provisioning key does not work: it is unknown, revoked or over. Create another one in Outlay.',
  )

/** Who calls, by the key. Throws 401, 429, or 503 while the company moves. */
const admitted = async (c: AppContext): Promise<ProvisioningContext> => {
  const key = bearerOf(c.req.raw)
  if (!key) throw unauthenticated()
  let context: BaseContext = c.get('context')
  let row = await loadKey(context, key)
  if (!row) {
    const movedTo = await cellOfMovedSecret(context, key)
    if (movedTo === null) throw unauthenticated()
    context = inCell(context, movedTo)
    row = await loadKey(context, key)
    if (!row) throw unauthenticated()
  }
  const { isAllowed, resetSeconds, write } = countCall(row, context.clock.now(), 'provisioning_keys')
  if (!isAllowed) {
    c.header('Retry-After', String(resetSeconds))
    throw new ScimError(429, `This key may make ${PROVISIONING_CALLS} calls a minute. Wait ${resetSeconds} s.`)
  }
  if (write)
    context.waitUntil(
      write(context.env.DB).catch((error) =>
        context.log.error('provisioning-key.count-failed', { error: errorText(error) }),
      ),
    )
  keys.set(c, { context, id: row.id })
  if (c.req.method !== 'GET' && (await isLocked(context, row.companyId))) {
    c.header('Retry-After', String(MOVED_SECONDS))
    throw new ScimError(503, 'The company’s data is being moved to another database. Try again in some minutes.')
  }
  const system = { name: 'provisioning', companyId: row.companyId, may: ['system.provision'] as const }
  return {
    ...context,
    commandId: null,
    known: null,
    actor: null,
    vendor: null,
    system,
    acting: actingByKey(context, row),
  }
}

/** The key of a call, for the error that is noted with it. */
const keys = new WeakMap<AppContext, { context: BaseContext; id: string }>()

/** What the provider did wrong, so that admins see it beside the key. */
const TOLD = new Set([400, 403, 409])

const noted = (c: AppContext, { status, message }: ScimError): void => {
  const key = keys.get(c)
  if (!key || !TOLD.has(status)) return
  const { db, clock, log, waitUntil } = key.context
  const write = db.batch([
    db.sql(
      'UPDATE provisioning_keys SET last_error = ?2, last_error_at = ?3 WHERE id = ?1',
      key.id,
      message.slice(0, 300),
      clock.now(),
    ),
  ])
  waitUntil(write.catch((error) => log.error('provisioning-key.error-not-noted', { error: errorText(error) })))
}

const bodyOf = async (c: AppContext): Promise<unknown> => {
  const bytes = await readAtMost(c.req.raw.body, MOST_BYTES)
  if (!bytes) throw new ScimError(413, 'A request has at most 1 MB.')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw invalidSyntax('The body is not valid JSON.')
  }
}

const ALWAYS = new Set(['schemas', 'id'])

/** `attributes` and `excludedAttributes`, by the names of whole attributes. */
const chosen = (c: AppContext, resource: object): object => {
  const names = (parameter: string) =>
    c.req
      .query(parameter)
      ?.split(',')
      .map((name) => name.trim().toLowerCase().split('.')[0] ?? '')
      .filter((name) => name !== '')
  const [only, without] = [names('attributes'), names('excludedAttributes')]
  if (!only?.length && !without?.length) return resource
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase()
      return ALWAYS.has(name) || (only?.length ? only.includes(key) : !without?.includes(key))
    }),
  )
}

interface Listed {
  Resources: readonly object[]
}

const run = async (c: AppContext, operation: AnyOperation, input: object): Promise<object> =>
  (await perform(operation, await admitted(c), input)) as object

interface Operations {
  list: AnyOperation
  create: AnyOperation
  read: AnyOperation
  replace: AnyOperation
  patch: AnyOperation
  remove: AnyOperation
  id: string
}

const resources = (scim: Hono<AppBindings>, path: string, operations: Operations): void => {
  const own = (c: AppContext) => ({ [operations.id]: c.req.param('id') })
  scim.get(path, async (c) => {
    const list = (await run(c, operations.list, listWishOf(c.req.query()))) as Listed
    return answered({ ...list, Resources: list.Resources.map((each) => chosen(c, each)) })
  })
  scim.post(path, async (c) => {
    const context = await admitted(c)
    const made = (await perform(operations.create, context, { body: await bodyOf(c) })) as {
      meta: { location: string }
    }
    return answered(chosen(c, made), 201, { Location: made.meta.location })
  })
  scim.get(`${path}/:id`, async (c) => answered(chosen(c, await run(c, operations.read, own(c)))))
  scim.on(['PUT', 'PATCH'], `${path}/:id`, async (c) => {
    const context = await admitted(c)
    const operation = c.req.method === 'PUT' ? operations.replace : operations.patch
    const changed = await perform(operation, context, { ...own(c), body: await bodyOf(c) })
    return answered(chosen(c, changed as object))
  })
  scim.delete(`${path}/:id`, async (c) => {
    await run(c, operations.remove, own(c))
    return c.body(null, 204)
  })
}

export const scimRouter = (): Hono<AppBindings> => {
  const scim = new Hono<AppBindings>()
  scim.onError((error, c) => {
    const known = scimErrorOf(error)
    if (!known) c.get('context')?.log.error('unexpected-error', { path: c.req.path, error: errorText(error) })
    const told = known ?? new ScimError(500, 'An unknown error occurred. Please try again.')
    noted(c, told)
    const retry = c.res.headers.get('Retry-After')
    return answered(told.toBody(), told.status, {
      ...(retry && { 'Retry-After': retry }),
      ...(told.status === 401 && { 'WWW-Authenticate': 'Bearer error="invalid_token"' }),
    })
  })
  resources(scim, '/Users', {
    list: listUsers,
    create: createUser,
    read: readUser,
    replace: replaceUser,
    patch: patchUser,
    remove: deleteUser,
    id: 'userId',
  })
  resources(scim, '/Groups', {
    list: listGroups,
    create: createGroup,
    read: readGroup,
    replace: replaceGroup,
    patch: patchGroup,
    remove: deleteGroup,
    id: 'groupId',
  })
  const described = (path: string, all: (origin: string) => readonly { id: string }[]) => {
    scim.get(path, async (c) => answered(wholeList(all((await admitted(c)).origin))))
    scim.get(`${path}/:id`, async (c) => {
      const found = all((await admitted(c)).origin).find(
        ({ id }) => id.toLowerCase() === c.req.param('id').toLowerCase(),
      )
      if (!found) throw gone('It')
      return answered(found)
    })
  }
  described('/ResourceTypes', resourceTypes)
  described('/Schemas', schemas)
  scim.get('/ServiceProviderConfig', async (c) => answered(serviceProviderConfig((await admitted(c)).origin)))
  scim.all('*', async (c) => {
    await admitted(c)
    throw new ScimError(404, 'There is nothing at this address.')
  })
  return scim
}
