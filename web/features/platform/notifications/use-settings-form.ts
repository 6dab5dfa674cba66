import { useForm } from '@mantine/form'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'

interface SettingsFormOptions<Saved extends { version: number }, Values> {
  /** As the server returned them. */
  saved: Saved
  /** The part that the form edits. */
  valuesOf: (saved: Saved) => Values
  read: () => Promise<Saved>
  save: (body: Values & { version: number }, commandId: string) => Promise<unknown>
  queryKey: QueryKey
  success: string
}

/**
 * A page of settings with one Save button. If someone else saved meanwhile, their values are returned as `theirs`, the
 * person's stay, and saving again replaces theirs.
 */
export const useSettingsForm = <Saved extends { version: number }, Values extends Record<string, unknown>>(
  options: SettingsFormOptions<Saved, Values>,
) => {
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: options.valuesOf(options.saved) })
  const [version, setVersion] = useState(options.saved.version)
  const [theirs, setTheirs] = useState<Values | null>(null)

  const compare = useCommand<undefined, Saved>({
    run: () => options.read(),
    onSuccess: (read) => {
      setTheirs(options.valuesOf(read))
      setVersion(read.version)
    },
  })
  const save = useCommand<Values, unknown>({
    run: (values, { commandId }) => options.save({ ...values, version }, commandId),
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
