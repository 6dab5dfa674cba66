import type { Effect } from '../../../core/outbox-registry.ts'
import type { Env } from '../../../env.ts'
import { objectOf } from './object.ts'

type Notice = Effect<'request.notify'>

interface Holding {
  /** With those recipients for whom it still holds. */
  effects: Notice[]
  /** Why an object couldn't be asked, by the effect's id. Those are tried again. */
  failures: Map<string, Error>
}

/** News without an event of the object: comments. */
const isOfAnEvent = ({ payload }: Notice): boolean => payload.sequence > 0

/**
 * Asks the objects what their notifications still have to say, at the moment of sending. One call for each, or none if it
 * holds as long as nothing happens, and nothing has.
 * @param sequenceOf the last event of the notification's object
 */
export const askWhatHolds = async (
  context: { env: Env },
  written: readonly Notice[],
  sequenceOf: (notice: Notice) => number | undefined,
): Promise<Holding> => {
  const failures = new Map<string, Error>()
  const asked = await Promise.all(
    written.map(async (effect): Promise<Notice[]> => {
      if (!isOfAnEvent(effect)) return [effect]
      if (effect.payload.holds && sequenceOf(effect) === effect.payload.sequence) return [effect]
      const { id, companyId, payload } = effect
      try {
        const target = { targetType: payload.targetType, id: payload.targetId }
        const still = await objectOf(context, target).stillTold(companyId, payload)
        return still ? [{ ...effect, payload: still }] : []
      } catch (error) {
        failures.set(id, error instanceof Error ? error : new Error(String(error)))
        return []
      }
    }),
  )
  return { effects: asked.flat(), failures }
}
