import type { Mapping } from '../../../../schema/platform/configuration/endpoints.ts'
import { AppError } from '../../../core/errors.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { waitingIn } from './call.ts'
import { hashOf, readSection, readStored } from './export.ts'
import { compact } from './file.ts'
import type { StoredStep } from './record.ts'
import { withIds } from './references.ts'
import { type Section, type Stored, sectionOf } from './section.ts'

/**
 * One step of an import, or of undoing it. Each makes an object like what is wanted, whatever it is now, so that a step
 * that was broken off can be run again.
 */

const plain = (text: string): string => text.trim().toLowerCase()

const titled = ({ noun }: Section, name: string): string => (name ? `The ${noun} ${name}` : `The ${noun}s`)

const changedMeanwhile = (section: Section, name: string): AppError =>
  new AppError(
    'CONFLICT',
    `${titled(section, name)} was changed by someone else after the import began. Compare the file again.`,
    { reason: 'CONFIGURATION_CHANGED' },
  )

const resolve = async (
  context: StaffContext,
  section: Section,
  { item, mappings, current }: { item: unknown; mappings: readonly Mapping[]; current: unknown },
) => {
  const parsed: unknown = section.shape.parse(item)
  const resolved = await withIds(context, (writing) => section.fromFile(parsed, writing, current), {
    mappings,
    coming: () => false,
  })
  const wrong = resolved.found.find(({ level }) => level === 'ERROR')
  return { raw: resolved.result as unknown, reading: resolved.reading, wrong: wrong?.message ?? null }
}

const create = async (context: StaffContext, section: Section, step: StoredStep, mappings: readonly Mapping[]) => {
  const byName = (stored: Stored<unknown>[]) => stored.find(({ name }) => plain(name) === plain(step.name))
  const there = byName(await readStored(context, section))
  // A step that was broken off after its object was made finds it.
  if (there && step.state !== 'STARTED') throw changedMeanwhile(section, step.name)
  if (there) return there.id
  const { raw } = await resolve(context, section, { item: step.item, mappings, current: null })
  await section.create?.(context, raw)
  return byName(await readStored(context, section))?.id ?? null
}

const change = async (context: StaffContext, section: Section, step: StoredStep, mappings: readonly Mapping[]) => {
  const shown = await readSection(context, section)
  const current =
    shown.find(({ id }) => id === step.objectId) ??
    (step.objectId === null ? shown.find(({ name }) => plain(name) === plain(step.name)) : undefined)
  if (!current) throw changedMeanwhile(section, step.name)
  const { raw, reading, wrong } = await resolve(context, section, { item: step.item, mappings, current: current.raw })
  if (wrong !== null) throw new AppError('RULE_BROKEN', `${titled(section, step.name)}: ${wrong}`)
  if (canonicalJson(compact(section.toFile(raw, reading))) === canonicalJson(current.plain)) return current.id
  const isAsBefore = step.before === null || hashOf(current.raw) === hashOf(step.before)
  if (!isAsBefore && step.state !== 'STARTED') throw changedMeanwhile(section, step.name)
  await section.write(context, current.id, raw)
  return current.id
}

const order = async (context: StaffContext, section: Section, names: readonly string[]): Promise<string[]> => {
  const stored = await readStored(context, section)
  const before = stored.map(({ id }) => id)
  const first = names.flatMap((name) => stored.find((each) => plain(each.name) === plain(name))?.id ?? [])
  await section.reorder?.(context, [...first, ...before.filter((id) => !first.includes(id))])
  return before
}

interface Applied {
  objectId: string | null
  /** How it was, if the step says so only now. */
  before?: unknown
  /** The hash of the object as the step left it. */
  after: string | null
  /** It asked for changes that wait for a second person. */
  waits?: boolean
}

export const applyStep = async (
  context: StaffContext,
  step: StoredStep,
  mappings: readonly Mapping[],
): Promise<Applied> => {
  const own = { ...context }
  return { ...(await applied(own, step, mappings)), waits: waitingIn(own) > 0 }
}

const applied = async (context: StaffContext, step: StoredStep, mappings: readonly Mapping[]): Promise<Applied> => {
  const section = sectionOf(step.section)
  if (step.kind === 'ORDER')
    return { objectId: null, before: await order(context, section, step.item as string[]), after: null }
  if (step.kind === 'REMOVE') {
    const there = (await readStored(context, section)).find(({ id }) => id === step.objectId)
    if (there && hashOf(there.raw) !== hashOf(step.before)) throw changedMeanwhile(section, step.name)
    if (there) await section.remove?.(context, there)
    return { objectId: step.objectId, after: null }
  }
  const objectId = await (step.kind === 'CREATE' ? create : change)(context, section, step, mappings)
  const left = (await readStored(context, section)).find(({ id }) => id === objectId)
  return { objectId, after: left ? hashOf(left.raw) : null }
}

/** Makes an object what it was before the step. */
export const undoStep = async (context: StaffContext, step: StoredStep): Promise<void> => {
  const section = sectionOf(step.section)
  const stored = await readStored(context, section)
  const there = stored.find(({ id }) => id === step.objectId)
  if (step.kind === 'CREATE') {
    if (there) await section.remove?.(context, there)
    return
  }
  if (step.kind === 'ORDER') {
    const was = (step.before as string[] | null) ?? []
    const known = new Set(stored.map(({ id }) => id))
    const kept = was.filter((id) => known.has(id))
    if (kept.length > 0)
      await section.reorder?.(context, [...kept, ...stored.map(({ id }) => id).filter((id) => !kept.includes(id))])
    return
  }
  // The step that made the object takes it away.
  if (step.before === null || step.objectId === null) return
  if (step.kind === 'REMOVE' && !there)
    await section.restore?.(context, { id: step.objectId, name: step.name, raw: step.before })
  const now = (await readStored(context, section)).find(({ id }) => id === step.objectId)
  if (now && hashOf(now.raw) !== hashOf(step.before)) await section.write(context, now.id, step.before)
}
