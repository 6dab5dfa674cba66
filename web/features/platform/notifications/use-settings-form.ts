import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyEndpoint } from '../../../../schema/shared/endpoint.ts'
import { isApiError } from '../../../lib/errors.ts'
import { type BodyOf, call, type ParamsOf } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { type BodyDraft, useBodyForm } from '../../../ui/endpoint-form.ts'

interface SettingsFormOptions<E extends AnyEndpoint, Saved extends { version: number }, Values> {
  /** As the server returned them. */
  saved: Saved
  /** The part that the form edits. */
  valuesOf: (saved: Saved) => Values
  /** Without it the values are the body. */
  toBody?: (values: Values) => BodyDraft<BodyOf<E>>
  read: () => Promise<Saved>
  params?: ParamsOf<E>
  queryKey: QueryKey
  success: string
}

/**
 * A page of settings with one Save button, checked by the endpoint that saves them. If someone else saved meanwhile,
 * their values are returned as `theirs`, the person's stay, and saving again replaces theirs.
 */
export const useSettingsForm = <E extends AnyEndpoint, Saved extends { version: number }, Values extends object>(
  endpoint: E,
  options: SettingsFormOptions<E, Saved, Values>,
) => {
  const { saved, valuesOf, params, toBody = (values: Values) => values } = options
  const client = useQueryClient()
  const [version, setVersion] = useState(saved.version)
  const [theirs, setTheirs] = useState<Values | null>(null)
  const form = useBodyForm<E, Values>(endpoint, {
    initial: valuesOf(saved),
    toBody: (values) => ({ ...toBody(values), version }) as BodyDraft<BodyOf<E>>,
  })

  const compare = useCommand<undefined, Saved>({
    run: () => options.read(),
    onSuccess: (read) => {
      setTheirs(valuesOf(read))
      setVersion(read.version)
    },
  })
  const save = useCommand<Values, unknown>({
    run: (values, { commandId }) =>
      call(endpoint as AnyEndpoint, { params, body: form.bodyOf(values), commandId } as never),
    form,
    success: options.success,
    onSuccess: async (_, values) => {
      setTheirs(null)
      form.resetDirty(values)
      // The server says which version that made.
      const read = await options.read()
      setVersion(read.version)
      client.setQueryData(options.queryKey, read)
    },
    onError: (error) => {
      if (isApiError(error, 'INVALID') && error.fields) return true
      if (!isApiError(error, 'CONFLICT')) return undefined
      compare.send(undefined)
      return true
    },
  })
  return {
    form,
    theirs,
    submit: form.onSubmit((values) => save.send(values)),
    isPending: save.isPending || compare.isPending,
    isDirty: form.isDirty() || theirs !== null,
  }
}
