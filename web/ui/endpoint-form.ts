import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import type { AnyEndpoint } from '../../schema/shared/endpoint.ts'
import { ApiError, errorMessage } from '../lib/errors.ts'
import { focusFault } from '../lib/form-faults.ts'
import { type BodyOf, call, type ParamsOf, type ResponseOf } from '../lib/rest.ts'
import { toastError } from '../lib/toasts.ts'
import { type CommandOptions, useCommand } from '../lib/use-command.ts'

/*
 * Forms check what they send by the body of the endpoint that they call, so that a rule and its message stand once, in
 * schema/…/endpoints.ts. A form says only how its fields make the body, and leaves blank what is blank:
 *
 *   const { form, submit, isPending } = useEndpointForm(createVerification, {
 *     params: { vendorId },
 *     initial: { businessName: '', documentIds: [] },
 *     toBody: ({ documentIds, ...values }) => ({ ...values, documentId: documentIds[0] ?? null }),
 *     fields: { documentId: 'documentIds' },
 *     success: 'Verification recorded',
 *   })
 *
 * The messages of the schema and those of the server appear beside the same fields, and the first one on the page gets
 * the focus. A dialog on what others may change says `edited`. A page with several sections uses `useBodyForm` with
 * `useEdit`, which merges.
 */

/** The version that someone read is sent along, see `edited`. */
type Unversioned<T> = T extends { version: unknown } ? Omit<T, 'version'> : T

/** A body, parts of which may still be blank. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { [K in keyof T]: Draft<T[K]> | null }
    : T | null

/** What a form makes of its values: a body without the version that was read. */
export type BodyDraft<Body> = Draft<Unversioned<Body>>

/** An endpoint, or a mutation's input as its `body`. */
type Sent = Pick<AnyEndpoint, 'body'>
type SentBody<E extends Sent> = z.output<NonNullable<E['body']>> & BodyOf<E>

interface BodyFormOptions<E extends Sent, Values extends object> {
  initial: Values
  /** Without it the values are the body. */
  toBody?: (values: Values) => BodyDraft<BodyOf<E>>
  /** The form's names for fields of the body that have another one there. */
  fields?: { readonly [field: string]: string }
  /** What no body can know, for example the company's own fields: messages by field of the form. */
  moreFaults?: (values: Values) => Record<string, string>
  /** Finds fields that don't have their path on the page. */
  nodeOf?: (field: string) => Element | null
}

export interface BodyForm<Values, Body> extends UseFormReturnType<Values> {
  /** What is sent for values without faults. */
  bodyOf: (values: Values) => Body
}

/** A form that is checked by an endpoint's body. */
export const useBodyForm = <E extends Sent, Values extends object>(
  endpoint: E,
  { initial, toBody, fields = {}, moreFaults, nodeOf }: BodyFormOptions<E, Values>,
): BodyForm<Values, SentBody<E>> => {
  const draftOf = (values: Values): unknown => (toBody ? toBody(values) : values)
  /** The form's field for a path of the body. What has another name there is one field, with all that it holds. */
  const fieldOf = (path: string): string => fields[path.split('.')[0] ?? ''] ?? path
  const named = (faults: object): Record<string, string> => {
    const found: Record<string, string> = {}
    for (const [path, message] of Object.entries(faults)) found[fieldOf(path)] ??= message
    return found
  }
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({
      ...named(schemaResolver(endpoint.body, { sync: true })(draftOf(values))),
      ...moreFaults?.(values),
    }),
  })
  const onPage = {
    getInputNode: (path: string) => form.getInputNode(fieldOf(path)) ?? nodeOf?.(fieldOf(path)) ?? null,
  }
  const showFaults = (faults: Record<string, unknown>): void => {
    const [hidden] = focusFault(onPage, faults)
    if (hidden !== undefined) toastError(String(faults[hidden]))
  }
  return {
    ...form,
    setErrors: (errors) => form.setErrors(typeof errors === 'function' ? errors : named(errors)),
    getInputNode: ((path: string) => onPage.getInputNode(path)) as typeof form.getInputNode,
    onSubmit: (send, onFaults = showFaults) => form.onSubmit(send, onFaults),
    bodyOf: (values) => endpoint.body.parse(draftOf(values)),
  }
}

/** For what others may change at the same time. Its version is sent along. */
interface Edited<Item> {
  version: number
  /** As it is now, or null if it was deleted. */
  read: () => Promise<Item | null>
}

interface EndpointFormOptions<E extends Sent, Values extends object, Result, Item>
  extends BodyFormOptions<E, Values>,
    Omit<CommandOptions<SentBody<E>, Result>, 'run' | 'form'> {
  params?: ParamsOf<E>
  /** If sending is another call than that of the endpoint. */
  run?: (body: SentBody<E>, context: { commandId: string; version: number | undefined }) => Promise<Result>
  /** Null for a new one. */
  edited?: Edited<Item> | null
}

/**
 * A form that is one call. After a conflict with someone else's change, what they saved is in `theirs`, what was typed
 * stays, and saving again replaces theirs.
 */
export const useEndpointForm = <
  E extends Sent,
  Values extends object,
  Result = ResponseOf<E>,
  Item extends { version: number } = never,
>(
  endpoint: E,
  options: EndpointFormOptions<E, Values, Result, Item>,
) => {
  const { edited, params, onError } = options
  const [version, setVersion] = useState(edited?.version)
  const [theirs, setTheirs] = useState<Item | 'gone' | null>(null)
  const { toBody = (values: Values) => values } = options
  const versioned = (values: Values) => ({ ...toBody(values), version }) as BodyDraft<BodyOf<E>>
  const form = useBodyForm<E, Values>(endpoint, { ...options, ...(version !== undefined && { toBody: versioned }) })
  const compare = useCommand<Error, Item | null | undefined>({
    run: () => edited?.read() ?? Promise.resolve(undefined),
    onSuccess: (read, refusal) => {
      // Refused for another reason than a change.
      if (read === undefined || read?.version === version) toastError(errorMessage(refusal))
      else setTheirs(read ?? 'gone')
      if (read) setVersion(read.version)
    },
  })
  const save = useCommand<SentBody<E>, Result>({
    ...options,
    run: (body, { commandId }) =>
      options.run?.(body, { commandId, version }) ??
      (call(endpoint as Sent as AnyEndpoint, { params, body, commandId } as never) as Promise<Result>),
    form,
    onError: (error, body) => {
      if (onError?.(error, body)) return true
      if (!edited || !(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return false
      compare.send(error)
      return true
    },
  })
  const send = (values: Values): void => save.send(form.bodyOf(values))
  return {
    form,
    submit: form.onSubmit(send),
    send,
    isPending: save.isPending || compare.isPending,
    isSuccess: save.isSuccess,
    /** The version that the form is based on, if it isn't the one that was read. */
    setVersion,
    /** What someone else saved meanwhile, or `gone` if they deleted it. */
    theirs,
  }
}
