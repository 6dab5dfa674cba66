import { useState } from 'react'
import { isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'

interface SaveInput<T> {
  value: T
  version: number
}

interface SaveOptions<T> {
  save: (input: SaveInput<T>, commandId: string) => Promise<number>
  /** The server's current value, after someone else saved. */
  readTheirs: () => Promise<SaveInput<T>>
  success: string | (() => string)
  onSaved: (value: T, version: number) => void
  onReloaded: (value: T, version: number) => void
  invalidates: readonly (readonly unknown[])[]
}

/** Saving with a version: the server's messages for single entries, and the choice if someone else was faster. */
export const useSave = <T>(options: SaveOptions<T>) => {
  const [fields, setFields] = useState<Record<string, string> | null>(null)
  const [conflict, setConflict] = useState<{ value: T } | null>(null)
  const command = useCommand<SaveInput<T>, number>({
    run: (input, { commandId }) => options.save(input, commandId),
    success: options.success,
    invalidates: options.invalidates.map((key) => [...key]),
    onSuccess: (version, input) => {
      setFields(null)
      setConflict(null)
      options.onSaved(input.value, version)
    },
    onError: (error, input) => {
      if (isApiError(error, 'CONFLICT') && error.reason !== 'BATCH_CHANGED') {
        setConflict({ value: input.value })
        return true
      }
      if (isApiError(error) && error.fields) setFields(error.fields)
      return undefined
    },
  })
  const theirs = useCommand<'reload' | 'overwrite', SaveInput<T>>({
    run: () => options.readTheirs(),
    onSuccess: (read, choice) => {
      if (choice === 'overwrite' && conflict) {
        command.send({ value: conflict.value, version: read.version })
        return
      }
      setConflict(null)
      setFields(null)
      options.onReloaded(read.value, read.version)
    },
  })
  return {
    send: command.send,
    isPending: command.isPending,
    fields,
    clearFields: () => setFields(null),
    conflict: {
      opened: conflict !== null,
      busy: theirs.isPending || command.isPending,
      onClose: () => setConflict(null),
      onReload: () => theirs.send('reload'),
      onOverwrite: () => theirs.send('overwrite'),
    },
  }
}
