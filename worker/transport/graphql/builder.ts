import SchemaBuilder from '@pothos/core'
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import type { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { errorText } from '../../core/log.ts'
import {
  type Access,
  type AnyOperation,
  type BaseContext,
  type Operation,
  perform,
  signedIn,
} from '../../core/operation.ts'
import { INTERNAL_MESSAGE } from '../errors.ts'

export interface GraphqlContext {
  base: BaseContext
}

export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  Scalars: { YearMonth: { Input: string; Output: string } }
  DefaultFieldNullability: false
}>({ defaultFieldNullability: false })

builder.queryType({})
builder.mutationType({})

/** The operation behind each root field, for `bun run contract` and the authorization matrix. */
export const registeredDoors = new Map<string, AnyOperation>()

/**
 * The resolver of a root field, with the same operation that REST uses. Each mutation in a document gets its own
 * command id, derived from the request's, so that a retried document changes nothing twice.
 */
export const resolveWith = <A extends Access, I extends z.ZodType, O>(field: string, operation: Operation<A, I, O>) => {
  registeredDoors.set(field, operation)
  return async (
    _root: unknown,
    args: Record<string, unknown>,
    { base }: GraphqlContext,
    info: GraphQLResolveInfo,
  ): Promise<O> => {
    try {
      // A change gets a copy of the context, so the person in it must be certain.
      if (operation.kind === 'command') await base.guess?.confirm()
      if (operation.kind === 'query' || !base.commandId) return await perform(operation, base, withoutNulls(args))
      const commandId = `${base.commandId}.${info.path.key}`.slice(0, 160)
      const context: BaseContext = { ...base, commandId, known: null }
      await readKnown(context)
      return await perform(operation, context, withoutNulls(args))
    } catch (error) {
      if (error instanceof AppError) throw error
      // Done here because Yoga's masking doesn't know the request.
      base.log.error('unexpected-error', { field, error: errorText(error) })
      throw new AppError('INTERNAL', INTERNAL_MESSAGE)
    }
  }
}

const readKnown = async (context: BaseContext): Promise<void> => {
  const who = signedIn(context)
  if (!who) return
  context.known = await context.db.first(
    context.db.sql(
      `SELECT operation, input_hash AS inputHash, result FROM command_results
        WHERE user_id = ? AND company_id = ? AND command_id = ?`,
      who.userId,
      who.companyId,
      context.commandId,
    ),
  )
}

/** GraphQL returns null where REST returns nothing. Only at the top level, because null is a value inside. */
const withoutNulls = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))

export const toGraphqlError = (error: AppError, requestId?: string): GraphQLError => {
  const { message, ...extensions } = error.toBody(requestId)
  return new GraphQLError(message, { extensions })
}
