import type { UseFormReturnType } from '@mantine/form'
import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../lib/errors.ts'
import type { Merge } from '../lib/merge-edits.ts'
import { useCommand } from '../lib/use-command.ts'

interface Base<Item, Values> {
  item: Item
  values: Values
}

/** What was found if someone else was faster. */
interface Met<Values, ClashValues> extends Omit<Merge<Values, ClashValues>, 'merged'> {
  mine: Values
  theirs: Values
}

interface EditOptions<Item extends { version: number }, Values extends object, ClashValues, Answer> {
  item: Item
  form: UseFormReturnType<Values>
  valuesOf: (item: Item) => Values
  /** Reads what someone else has saved meanwhile. */
  read: () => Promise<Item>
  /** @param base what the form was made from, with the version to change */
  save: (values: Values, base: Base<Item, Values>, commandId: string) => Promise<Answer>
  merge: (base: Values, mine: Values, theirs: Values) => Merge<Values, ClashValues>
  /** The form's values, with theirs for one conflict. */
  withTheirs?: (mine: Values, theirs: Values, key: keyof ClashValues) => Values
  success: (values: Values, answer: Answer) => string
  invalidates: QueryKey[]
  onSaved: () => void
}

/** Editing what others may edit at the same time, without losing anyone's text. */
export const useEdit = <
  Item extends { version: number },
  Values extends object,
  ClashValues = Values,
  Answer = unknown,
>(
  options: EditOptions<Item, Values, ClashValues, Answer>,
) => {
  const { form, merge, valuesOf } = options
  // What the form was made from. Reloading in the background changes neither the fields nor what they are compared to.
  const [base, setBase] = useState(() => ({ item: options.item, values: valuesOf(options.item) }))
  const [met, setMet] = useState<Met<Values, ClashValues> | null>(null)

  /** Someone else was faster: what they changed is taken over, and what both changed is named. */
  const meet = useCommand<undefined, Item>({
    run: options.read,
    onSuccess: (latest) => {
      const theirs = valuesOf(latest)
      const mine = form.values
      const { merged, clashes, taken } = merge(base.values, mine, theirs)
      form.setValues(merged)
      setBase({ item: latest, values: theirs })
      setMet({ clashes, taken, mine, theirs })
      window.scrollTo({ top: 0 })
    },
  })
  const save = useCommand<Values, Answer>({
    run: (values, { commandId }) => options.save(values, base, commandId),
    form,
    success: (answer, values) => options.success(values, answer),
    invalidates: options.invalidates,
    onSuccess: options.onSaved,
    onError: (error) => {
      if (!isApiError(error, 'CONFLICT') || error.reason !== 'STALE_VERSION') return false
      meet.send(undefined)
      return true
    },
  })
  const takeTheirs = (key: keyof ClashValues): void => {
    if (!met) return
    const { withTheirs = (mine, theirs) => ({ ...mine, [key]: theirs[key as unknown as keyof Values] }) } = options
    form.setValues(withTheirs(form.values, met.theirs, key))
    setMet({ ...met, clashes: met.clashes.filter((clash) => clash.key !== key) })
  }
  return {
    /** The object as it was last read, and what the form was made from. */
    base,
    /** Null unless someone else was faster. */
    met,
    /** For what is kept in this browser: what it is typed over, and how that continues over an earlier version. */
    kept: {
      version: base.item.version,
      base: base.values,
      onVersion: (version: number, values: Values | undefined): void =>
        setBase((known) => ({ item: { ...known.item, version }, values: values ?? known.values })),
    },
    send: save.send,
    isPending: save.isPending || meet.isPending,
    takeTheirs,
    /** Label of the save button. */
    saveText: (usual: string): string => (met?.clashes.length ? 'Save mine' : usual),
  }
}
