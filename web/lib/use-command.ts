import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, failureText, isOutcomeUnknown } from './errors.ts'
import { focusFault } from './form-faults.ts'
import { newCommandId } from './rest.ts'
import { wasShown } from './shown-errors.ts'
import { toastError, toastSuccess } from './toasts.ts'

/** The part of a Mantine form that a failed command fills. */
interface CommandForm {
  setErrors: (errors: Record<string, string>) => void
  getInputNode: (path: string) => Element | null
}

export interface CommandOptions<Input, Result> {
  run: (input: Input, context: { commandId: string }) => Promise<Result>
  /** Text of the success toast. Without it there is none. */
  success?: string | ((result: Result, input: Input) => string | undefined)
  /** Query keys that the command makes outdated. */
  invalidates?: QueryKey[] | ((result: Result, input: Input) => QueryKey[])
  /** Gets the server's messages beside its fields, if all have one, instead of a toast. What the person typed stays. */
  form?: CommandForm
  onSuccess?: (result: Result, input: Input) => void | Promise<void>
  /** Returns true if it told the person itself. Then no toast follows. */
  onError?: (error: Error, input: Input) => boolean | undefined
}

interface Attempt<Input> {
  input: Input
  commandId: string
}

/**
 * A write. One command id for each intent: if it is unknown whether an attempt arrived, sending the same input again
 * uses the same id, so nothing happens twice.
 */
export const useCommand = <Input = void, Result = unknown>(options: CommandOptions<Input, Result>) => {
  const client = useQueryClient()
  const unanswered = useRef<{ key: string; commandId: string } | null>(null)

  const mutation = useMutation<Result, Error, Attempt<Input>>({
    mutationFn: ({ input, commandId }) => options.run(input, { commandId }),
    onSuccess: async (result, { input }) => {
      unanswered.current = null
      const text = typeof options.success === 'function' ? options.success(result, input) : options.success
      if (text) toastSuccess(text)
      const keys = typeof options.invalidates === 'function' ? options.invalidates(result, input) : options.invalidates
      for (const queryKey of keys ?? []) void client.invalidateQueries({ queryKey })
      await options.onSuccess?.(result, input)
    },
    onError: (error, { input, commandId }) => {
      unanswered.current = isOutcomeUnknown(error) ? { key: JSON.stringify(input) ?? '', commandId } : null
      const { form } = options
      const fields = form && error instanceof ApiError ? error.fields : undefined
      if (fields) form?.setErrors(fields)
      const isPlaced = form && fields && focusFault(form, fields).length === 0
      if (options.onError?.(error, input) || isPlaced || wasShown(error)) return
      toastError(failureText(error, form !== undefined))
    },
  })

  const attempt = (input: Input): Attempt<Input> => {
    const key = JSON.stringify(input) ?? ''
    const known = unanswered.current
    return { input, commandId: known?.key === key ? known.commandId : newCommandId() }
  }

  return {
    /** Starts the command. Errors end in a toast or beside their fields. */
    send: (input: Input): void => mutation.mutate(attempt(input)),
    /** The same, to be awaited. Rejects on failure. */
    sendAsync: (input: Input): Promise<Result> => mutation.mutateAsync(attempt(input)),
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
  }
}
