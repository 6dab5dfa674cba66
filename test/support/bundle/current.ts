/**
 * Stands for what each test makes for itself, under one name. An exported variable would do, but what the tests share is
 * bundled, and its exports can't change.
 */
export const current = <T extends object>(read: () => T): T =>
  new Proxy({} as T, {
    get: (_, key) => {
      const value = Reflect.get(read(), key)
      return typeof value === 'function' ? value.bind(read()) : value
    },
  })
