/**
 * Brings stored events to the current version, one version at a time. An upcast knows only what its version wrote, so it
 * never changes once a newer version has been stored.
 */
type Stored = Record<string, unknown> & { schemaVersion: number; type: string }
type Upcast = (event: Stored) => Stored

/** Version 2 recorded which decisions a change undid. Version 1 kept none, so nothing is missing. */
const toVersion2: Upcast = (event) => event

const CONTENT = ['title', 'amount', 'vendorId', 'dueDate', 'answers', 'notes']
const IDENTITY = ['intakeCategoryId', 'formVersion', 'contact']

const pick = (from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])))

const omit = (from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)))

/** One workflow or none became any number of definitions. */
const definitionsOf = ({ workflow }: Stored) => ({ definitions: workflow ? [workflow] : [] })

/** Rates were a part of the form. */
const formOf = ({ facts }: Stored) => {
  const { form, labels } = facts as { form: Record<string, unknown>; labels: unknown }
  const { exchange, ...rest } = form
  return { form: rest, labels, ...(exchange !== undefined && { exchange }) }
}

const newContent = (event: Record<string, unknown>) => ({
  ...omit(event, CONTENT),
  content: pick(event, CONTENT),
})

/** Before version 3 only requests were approved, and their fields stood among those of the machine. */
const toVersion3: Upcast = (event) => {
  switch (event.type) {
    case 'request.submitted': {
      const { form, ...more } = formOf(event)
      return {
        ...(omit(event, [...CONTENT, ...IDENTITY, 'workflow', 'facts']) as Stored),
        ...definitionsOf(event),
        ...more,
        content: pick(event, CONTENT),
        source: { ...pick(event, IDENTITY), form },
      }
    }
    case 'request.restarted': {
      const { form: _, ...more } = formOf(event)
      const content = event.content as Record<string, unknown> | null
      return {
        ...(omit(event, ['workflow', 'facts', 'content']) as Stored),
        ...definitionsOf(event),
        ...more,
        edit: content && newContent(content),
      }
    }
    case 'request.edited':
    case 'answers.added':
      return newContent(event) as unknown as Stored
    default:
      return event
  }
}

/** The one at index n brings version n + 1 to the next. */
const UPCASTS: readonly Upcast[] = [toVersion2, toVersion3]

export const upcast = (event: Stored): Stored =>
  UPCASTS.slice(event.schemaVersion - 1).reduce<Stored>(
    (before, step) => ({ ...step(before), schemaVersion: before.schemaVersion + 1 }),
    event,
  )
