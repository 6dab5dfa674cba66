import { anonymous, type Client } from '../../support/worker/world.ts'
import { type Caller, makeGround, type Things } from './ground.ts'
import { makers } from './makers.ts'

/** The company for the contract's calls, and what it has. */
export interface Scene {
  as(who: Caller): Client
  /** The objects of one row, created when they are first named. */
  things(): Things
}

export const makeScene = async (): Promise<Scene> => {
  const ground = await makeGround()
  return {
    as: (who) => (who === 'anonymous' ? anonymous : ground.clients[who]),
    things: () => {
      const made = new Map<string, Promise<unknown>>()
      const things: Things = {
        get: (name) => {
          const before = made.get(name)
          if (before) return before
          const maker = makers[name]
          if (!maker) throw new Error(`The scene has no ${name}`)
          const making = Promise.resolve(maker(ground, things))
          made.set(name, making)
          return making
        },
        set: (name, value) => {
          made.set(name, Promise.resolve(value))
        },
      }
      return things
    },
  }
}
