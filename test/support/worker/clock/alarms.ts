import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { millisecondsAhead } from '../../clock.ts'

const holder = globalThis as { outlayTestAlarms?: true }

/** Alarms are set and read by the tests' clock; the runtime keeps them by the machine's. */
export const moveAlarms = async (): Promise<void> => {
  if (holder.outlayTestAlarms) return
  holder.outlayTestAlarms = true
  const stub = env.APPROVALS.get(env.APPROVALS.idFromName('alarms'))
  await runInDurableObject(stub, (_, { storage }) => {
    const kind = Object.getPrototypeOf(storage) as DurableObjectStorage
    const { setAlarm, getAlarm } = kind
    Object.assign(kind, {
      setAlarm(this: DurableObjectStorage, at: number | Date, options?: DurableObjectSetAlarmOptions) {
        return setAlarm.call(this, Number(at) - millisecondsAhead(), options)
      },
      async getAlarm(this: DurableObjectStorage, options?: DurableObjectGetAlarmOptions) {
        const at = await getAlarm.call(this, options)
        return at === null ? null : at + millisecondsAhead()
      },
    })
  })
}
